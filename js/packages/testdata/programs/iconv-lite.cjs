const iconv = require('iconv-lite');
console.log(iconv.encode('Привет é', 'win1251'), iconv.decode(Buffer.from([0x93, 0xfa, 0x96, 0x7b]), 'Shift_JIS'), iconv.encode('日本', 'euc-jp'), iconv.encodingExists('gbk'), iconv.decode(iconv.encode('漢字', 'gb18030'), 'gb18030'), iconv.encode('a', 'utf16'));
