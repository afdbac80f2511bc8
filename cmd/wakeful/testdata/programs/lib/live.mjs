// Without an await at the top level: bindings live.
import { counter, increment } from './counter.mjs';
export const watch = () => { const before = counter; increment(); return [before, counter]; };
