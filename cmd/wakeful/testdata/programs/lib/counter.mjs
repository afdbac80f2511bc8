export let counter = 0;
export function increment() { counter++; }
export default class Named { static x = 1; }
