console.log('not reached');
const x = {;
