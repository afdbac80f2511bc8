// Functions that are Go's here, given to promises as they are: other jobs keep their turn.
Promise.resolve({a:1}).then(console.log);
Promise.resolve().then(() => console.log('x')).then(() => console.log('y'));
Promise.resolve({b:1}).then(console.log).then(() => console.log('after b'));
Promise.resolve().then(() => console.log('z')).then(() => console.log('w'));
process.nextTick(() => console.log('tick'));
setTimeout(() => {
	Promise.resolve({a:2}).then(console.log);
	Promise.resolve().then(() => console.log('2x')).then(() => console.log('2y'));
	process.nextTick(() => console.log('2tick'));
	queueMicrotask(console.log);
	Promise.all([{c:1}]).then(console.log);
	Promise.resolve([1,2]).then(structuredClone).then(console.log);
	(async() => { await null; console.log('2z'); })();
	new Promise(r => r(5)).finally(console.log).then(console.log);
	Promise.resolve('{"q":1}').then(JSON.parse).then(console.log);
	Promise.resolve(new Event('e')).then(EventTarget.prototype.dispatchEvent.bind((() => {const t=new EventTarget();t.addEventListener('e',async() => {console.log('ev');await 0;console.log('ev2')});return t})())).then(() => console.log('ev done'));
	Promise.resolve().then(() => console.log('2w')).then(() => console.log('2v')).then(() => console.log('2u'));
},5);
