const ejs = require('ejs');
console.log(ejs.render('<% for (const u of users) { %><li><%= u %></li><% } -%>\n<%- "<raw>" %>', { users: ['a', '<b>'] }));
ejs.renderFile(__dirname + '/page.ejs', { who: 'file' }, (e, text) => console.log(e, text.trim()));
try { ejs.render('<%= nope %>'); } catch (e) { console.log(e.message.split('\n').pop()); }
