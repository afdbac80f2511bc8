const dotenv = require('dotenv');
console.log(dotenv.parse('A=1\nB="x\\ny"\n# c\nC=\'q $A\'\nexport D = z # t\nE="multi\nline"'));
const r = dotenv.config({ path: __dirname + '/env.txt', quiet: true });
console.log(r.parsed, process.env.FROM_FILE);
