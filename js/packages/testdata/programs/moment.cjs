const moment = require('moment');
const m = moment.utc('2013-02-08T09:30:26Z');
console.log(m.format('dddd, MMMM Do YYYY, h:mm:ss a'), m.clone().add(7, 'days').calendar(m), moment.duration(90, 'minutes').humanize(), moment.utc('12-25-1995', 'MM-DD-YYYY').toISOString(), m.isBefore('2014-01-01'), moment.utc('x').isValid());
