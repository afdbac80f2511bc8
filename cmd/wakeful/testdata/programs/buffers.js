const b = Buffer.alloc(16);
b.writeUInt32BE(0xdeadbeef, 0); b.writeInt16LE(-2, 4); b.writeDoubleBE(Math.PI, 8);
console.log(b, b.readUInt32BE(0).toString(16), b.readInt16LE(4), b.readDoubleBE(8));
console.log(Buffer.from('héllo wörld').toString('hex'), Buffer.from('héllo').length, 'héllo'.length);
console.log(Buffer.from('aGk=', 'base64').toString(), Buffer.from('aGk', 'base64url').toString('latin1'));
console.log(Buffer.concat([Buffer.from('a'), Buffer.from('b')]).equals(Buffer.from('ab')));
const slice = b.subarray(0, 4); slice[0] = 0; console.log(b[0], b.indexOf(0xad), b.includes('xx'));
console.log(Buffer.from([1, 2, 300]), Buffer.from('ff0', 'hex'), Buffer.byteLength('€'), Buffer.isBuffer(new Uint8Array(1)));
console.log(JSON.stringify(Buffer.from('json')), JSON.parse(JSON.stringify(Buffer.from('x')), (k, v) => v?.type === 'Buffer' ? Buffer.from(v.data) : v));
console.log(b.toString('base64'), b.swap16 && Buffer.from([1, 2, 3, 4]).swap16());
console.log([...Buffer.from('abc').entries()], Buffer.compare(Buffer.from('a'), Buffer.from('b')));
for (const attempt of [() => Buffer.alloc(2).readUInt32LE(0), () => Buffer.from(5), () => Buffer.alloc(-1), () => Buffer.alloc(1).writeUInt8(256), () => Buffer.from('x', 'nope')]) {
  try { console.log(attempt()); } catch (e) { console.log(e.name, e.code, e.message); }
}
console.log(Buffer.from('z'.repeat(60)));
console.log(Buffer.from('test').toString('utf16le').length, Buffer.from('ab', 'utf16le'), Buffer.from([0xe2, 0x82]).toString());
const { StringDecoder } = require('string_decoder');
const d = new StringDecoder('utf8');
console.log(d.write(Buffer.from([0xe2, 0x82])) + '|' + d.write(Buffer.from([0xac])) + '|' + d.end());
console.log(new Uint8Array(b.buffer, b.byteOffset, 2), new DataView(b.buffer, b.byteOffset, 8).getInt16(4, true));
console.log(b.fill('ab').toString(), Buffer.from('abcabc').lastIndexOf('abc'), btoa('hi'), atob('aGk='));
console.log(b.readBigUInt64LE(0), Buffer.from(new Uint16Array([1, 256]).buffer), Buffer.from('%ff').toJSON());
