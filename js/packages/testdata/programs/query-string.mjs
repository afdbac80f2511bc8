import queryString from 'query-string';
console.log(queryString.parse('?a=1&b=x%20y&a=2', { parseNumbers: true }), queryString.stringify({ b: [1, 2], a: null, c: undefined }), queryString.parseUrl('https://x.y/p?q=1#h', { parseFragmentIdentifier: true }), queryString.exclude('https://x/?a=1&b=2', ['a']));
