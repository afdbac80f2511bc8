const dayjs = require('dayjs');
dayjs.extend(require('dayjs/plugin/utc'));
dayjs.extend(require('dayjs/plugin/relativeTime'));
dayjs.extend(require('dayjs/plugin/customParseFormat'));
const d = dayjs.utc('2020-02-28T13:05:09Z');
console.log(d.format('dddd D MMMM YYYY HH:mm:ss.SSS Z'), d.add(2, 'month').toISOString(), d.from(d.subtract(3, 'hour')), dayjs.utc('05/02/69', 'DD/MM/YY').year(), d.diff('2019-01-01', 'week'), d.locale('de').isValid());
