startTheme();
startFigures();
startClaims();
startCharts();
