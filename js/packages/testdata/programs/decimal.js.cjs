const Decimal = require('decimal.js');
console.log(new Decimal('0.1').plus('0.2').toString(), Decimal.sqrt(2).toFixed(30), new Decimal(2).pow(200).toString(), new Decimal('1e-7').toExponential(), Decimal.set({ precision: 50 }) && Decimal.exp(1).toString(), new Decimal('0xff.8').toString());
