import { parse } from 'csv-parse';
import { parse as sync } from 'csv-parse/sync';
console.log(sync('a,b\n1,"2\n3"\n', { columns: true, cast: true }));
const records = [];
for await (const r of parse('x|y\n# c\n1|2\n', { delimiter: '|', comment: '#', from_line: 2 })) records.push(r);
console.log(records);
parse('a,"b', {}, (e) => console.log(e.code));
