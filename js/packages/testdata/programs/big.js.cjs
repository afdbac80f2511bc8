const Big = require('big.js');
console.log(new Big('123.4567').times('9.87').round(3).toString(), new Big(1).div(3).toFixed(10), Big(2).sqrt().toPrecision(15), Big('1e+21').toString());
