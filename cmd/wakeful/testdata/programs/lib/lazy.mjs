export const loadedAt = await new Promise((resolve) => setTimeout(resolve, 1, Date.now()));
export default () => 'lazy';
