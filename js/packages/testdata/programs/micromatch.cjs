const micromatch = require('micromatch');
console.log(micromatch(['a.js', 'b.md', 'c/d.js'], ['**/*.js', '!a.js']), micromatch.isMatch('foo.bar', '*.bar'), micromatch.makeRe('*.js').source, micromatch.braces('{1..4}', { expand: true }), micromatch.capture('test/*.js', 'test/foo.js'), micromatch.scan('!./foo/*.js'));
