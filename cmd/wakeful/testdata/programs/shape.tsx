// JSX, which TypeScript translates.
const h = (tag: string | Function, props: Record<string, unknown> | null, ...children: any[]): string =>
  typeof tag === 'function' ? tag({ ...props, children }) : `<${tag}>${children.flat().join('')}</${tag}>`;
console.log(h('p', null, 'text', h('b', null, 1)));
