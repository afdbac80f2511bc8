// The engine ends a program whose calls are too deep: it cannot catch that.
function down(n) { return down(n + 1) + 1; }
down(0);
