const { DateTime, Info, Settings, IANAZone } = require('luxon');
Settings.defaultLocale = 'en-US';
for (const zone of ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Apia']) {
  const d = DateTime.fromISO('2024-11-03T05:30:00Z', { zone });
  console.log(d.toISO(), d.zoneName, d.offset, d.offsetNameShort, d.offsetNameLong, d.isInDST, d.plus({ days: 1 }).toISO());
  for (const format of ['DATE_SHORT', 'DATE_MED', 'DATE_MED_WITH_WEEKDAY', 'DATE_FULL', 'DATE_HUGE', 'TIME_SIMPLE', 'TIME_WITH_SECONDS', 'TIME_WITH_SHORT_OFFSET', 'TIME_WITH_LONG_OFFSET', 'TIME_24_SIMPLE', 'TIME_24_WITH_SECONDS', 'DATETIME_SHORT', 'DATETIME_MED', 'DATETIME_MED_WITH_WEEKDAY', 'DATETIME_FULL', 'DATETIME_HUGE', 'DATETIME_SHORT_WITH_SECONDS', 'DATETIME_FULL_WITH_SECONDS']) console.log(format, d.toLocaleString(DateTime[format]));
  console.log(d.toFormat("cccc, d LLLL yyyy HH:mm:ss ZZZZ ZZZZZ"), d.toFormat('ccc LLL a G'), d.setZone('UTC').toFormat('fff'));
}
console.log(Info.months(), Info.weekdays('short'), Info.meridiems(), Info.eras('long'), Info.hasDST('Europe/Berlin'), IANAZone.isValidZone('Mars/Base'));
console.log(DateTime.fromFormat('May 25 1982 3:04 PM', 'LLLL dd yyyy h:mm a', { zone: 'Asia/Tokyo' }).toISO());
console.log(DateTime.fromISO('2024-02-01T00:00:00', { zone: 'America/New_York' }).toLocaleParts({ month: 'long', day: 'numeric' }));
