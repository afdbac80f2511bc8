import { z } from 'zod';
const User = z.object({ name: z.string().min(2), age: z.coerce.number().int().positive(), tags: z.array(z.enum(['a', 'b'])).default([]), mail: z.email().optional() }).strict();
console.log(User.parse({ name: 'xy', age: '5' }));
const bad = User.safeParse({ name: 'x', age: -1.5, tags: ['c'], mail: 'no', extra: 1 });
console.log(bad.success, bad.error.issues.map((i) => [i.code, i.path.join('.'), i.message]));
console.log(await z.string().transform(async (s) => s.length).parseAsync('abc'), z.discriminatedUnion('t', [z.object({ t: z.literal('a'), v: z.number() }), z.object({ t: z.literal('b') })]).safeParse({ t: 'c' }).success);
