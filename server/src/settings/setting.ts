import type { Kind } from './kinds.ts';

type Described = { readonly meaning: string; readonly secret?: true };

/** `fallback` is written as a person would write the value. Settings without one may be absent. */
export type Setting<T> = Described & { readonly kind: Kind<T>; readonly fallback?: string };

export const always = <T>(entry: Described & { kind: Kind<T>; fallback: string }) => entry;
export const optional = <T>(entry: Described & { kind: Kind<T> }) => entry;
