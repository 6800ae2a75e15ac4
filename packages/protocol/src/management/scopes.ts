import table from './scopes.json' with { type: 'json' };

/** What a management key may do, by name. */
export const scopes = table;

export type Scope = keyof typeof scopes;
export const scopeNames = Object.keys(scopes) as Scope[];
export const isScope = (name: string): name is Scope => Object.hasOwn(scopes, name);
