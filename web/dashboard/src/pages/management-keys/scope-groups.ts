import { type Scope, scopeNames } from '@parley/protocol/management/scopes';

export type ScopeGroup = Scope extends `${infer Group}:${string}` ? Group : never;

const groupOf = (scope: Scope): ScopeGroup => scope.slice(0, scope.indexOf(':')) as ScopeGroup;

/** The scopes by what they are about, in the order of the table. */
export const scopeGroups: readonly (readonly [ScopeGroup, readonly Scope[]])[] = [
  ...new Set(scopeNames.map(groupOf)),
].map((group) => [group, scopeNames.filter((scope) => groupOf(scope) === group)]);
