// There is no Intl, and the error says so.
console.log(typeof Intl);
new Intl.NumberFormat('en');
