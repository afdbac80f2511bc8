const FormData = require('form-data');
const form = new FormData();
form.setBoundary('BOUNDARY');
form.append('field', 'value');
form.append('file', Buffer.from('bytes'), { filename: 'a.txt', contentType: 'text/plain' });
console.log(form.getHeaders(), form.getLengthSync());
let text = '';
form.on('data', (c) => { text += c; }).on('end', () => console.log(JSON.stringify(text)));
form.resume();
