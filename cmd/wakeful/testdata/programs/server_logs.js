// Counts what a log says: reduce, Map, sort, regular expressions with names, padding.
const log = Array.from({ length: 200 }, (_, i) => `10.0.0.${i % 7} - [${new Date(1.7e12 + i * 61e3).toISOString()}] "${['GET', 'POST', 'DELETE'][i % 3]} /api/${['users', 'items'][i % 2]}/${i} HTTP/1.1" ${[200, 404, 500, 201][i % 4]} ${i * 37}`);
const line = /^(?<ip>\S+) - \[(?<at>[^\]]+)\] "(?<method>\w+) (?<path>\S+) [^"]*" (?<status>\d{3}) (?<bytes>\d+)$/;
const stats = new Map();
for (const l of log) {
  const { ip, status, bytes, path, method } = line.exec(l).groups;
  const key = `${method} /${path.split('/')[2]}`;
  const s = stats.get(key) ?? { hits: 0, bytes: 0, errors: 0, clients: new Set() };
  s.hits++; s.bytes += +bytes; s.errors += status >= '400' ? 1 : 0; s.clients.add(ip);
  stats.set(key, s);
}
const rows = [...stats].sort(([a, x], [b, y]) => y.bytes - x.bytes || a.localeCompare(b));
for (const [key, s] of rows) console.log(`${key.padEnd(14)} ${String(s.hits).padStart(4)} ${String(s.bytes).padStart(8)} ${(s.errors / s.hits * 100).toFixed(1).padStart(5)}% ${s.clients.size}`);
console.table(rows.slice(0, 2).map(([key, s]) => ({ key, hits: s.hits })));
const byHour = Object.entries(log.reduce((acc, l) => { const h = line.exec(l).groups.at.slice(0, 13); acc[h] = (acc[h] || 0) + 1; return acc; }, {}));
console.log(byHour, new Date(1.7e12).toJSON());
