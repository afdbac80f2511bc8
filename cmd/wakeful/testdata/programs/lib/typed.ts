export enum Kind { First = 'first', Second = 'second' }
export interface Options { kind: Kind; retries?: number }
export const helper = ({ kind, retries = 0 }: Options): string => `${kind}:${retries}`;
