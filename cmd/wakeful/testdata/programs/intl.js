// Intl knows en-US. The error of what it lacks names an alternative.
console.log(new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }).format(1234.56));
try {
  new Intl.PluralRules('en').select(1);
} catch (e) {
  console.log(e.code, /@formatjs\/intl/.test(e.message));
}
