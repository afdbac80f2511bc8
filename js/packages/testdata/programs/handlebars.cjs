const H = require('handlebars');
H.registerHelper('loud', (s) => s.toUpperCase());
H.registerPartial('item', '<li>{{name}}{{#if last}}!{{/if}}</li>');
console.log(H.compile('{{#each list}}{{> item last=@last}}{{else}}none{{/each}} {{loud title}} {{{raw}}} {{esc}} {{#with o}}{{a}}{{../title}}{{/with}}')({ list: [{ name: 'a' }, { name: 'b' }], title: 't', raw: '<b>', esc: '<b>', o: { a: 1 } }));
try { H.compile('{{#if}}')({}); } catch (e) { console.log(e.message.split('\n')[0]); }
