import { format, addDays, differenceInCalendarDays, formatDistance, parse, intervalToDuration, startOfWeek, parseISO } from 'date-fns';
const d = new Date(2020, 1, 28, 13, 5, 9);
console.log(format(d, "yyyy-MM-dd'T'HH:mm:ss EEEE do QQQ"), format(addDays(d, 2), 'PPPppp').replace(/GMT.*/, ''), differenceInCalendarDays(new Date(2021, 0, 1), d), formatDistance(d, addDays(d, 40)), parse('03/04/2021', 'dd/MM/yyyy', d).getMonth(), intervalToDuration({ start: d, end: addDays(d, 400) }), startOfWeek(d).getDate(), parseISO('nope').getTime());
