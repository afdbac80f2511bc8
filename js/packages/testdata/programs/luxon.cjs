const { DateTime, Duration, Interval } = require('luxon');
const d = DateTime.fromISO('2017-05-15T08:30:00', { zone: 'utc' });
console.log(d.toISO(), d.plus({ hours: 3, minutes: 2 }).toISODate(), d.weekNumber, d.startOf('week').toISODate(), Duration.fromObject({ hours: 5, minutes: 90 }).normalize().toObject(), Interval.fromDateTimes(d, d.plus({ days: 2 })).length('hours'), d.toFormat('yyyy-MM-dd HH:mm'), d.isValid);
