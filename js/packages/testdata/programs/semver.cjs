const s = require('semver');
console.log(s.satisfies('1.2.3', '^1.0.0 || >=3'), s.inc('1.2.3-beta.1', 'prerelease'), s.sort(['2.0.0', '1.0.0', '1.0.0-a']), s.coerce('v2.3').version, s.validRange('>1 <2 || ~4.2'), s.diff('1.0.0', '1.1.0'), s.minVersion('>=1.4').version, s.valid('x'));
