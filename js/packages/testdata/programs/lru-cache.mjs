import { LRUCache } from 'lru-cache';
const cache = new LRUCache({ max: 2, dispose: (v, k, reason) => console.log('dispose', k, v, reason) });
cache.set('a', 1); cache.set('b', 2); cache.get('a'); cache.set('c', 3);
console.log([...cache.keys()], cache.has('b'), cache.size, await new LRUCache({ max: 5, fetchMethod: async (k) => k + '!' }).fetch('x'));
