const dayjs = require('dayjs');
dayjs.extend(require('dayjs/plugin/utc'));
dayjs.extend(require('dayjs/plugin/timezone'));
dayjs.extend(require('dayjs/plugin/advancedFormat'));
const d = dayjs.utc('2024-03-10T06:30:00Z');
for (const zone of ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
  const there = d.tz(zone);
  console.log(zone, there.format(), there.format('z'), there.format('zzz'), there.utcOffset(), there.add(1, 'day').format());
  console.log(dayjs.tz('2024-07-01 12:00', zone).toISOString(), dayjs.tz('2024-03-31 02:30', zone).toISOString());
}
console.log(typeof dayjs.tz.guess());
