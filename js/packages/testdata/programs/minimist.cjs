console.log(require('minimist')(['-a', '1', '--beta=x', '--no-gamma', '-xyz', 'rest', '--', 'more'], { boolean: ['x'], alias: { a: 'alpha' } }));
