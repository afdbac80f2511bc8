startTheme();
startFigures();
startCharts();
