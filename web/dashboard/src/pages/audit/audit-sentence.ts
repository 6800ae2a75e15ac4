import type { AuditEntry } from '@parley/protocol/management';
import type { CallName, callRoutes } from '@parley/protocol/management/routes';
import { actorOf } from '../../components/values/actor.ts';
import { fill, strings } from '../../strings/index.ts';

type Routes = typeof callRoutes;
/** Each of these calls writes an audit entry with its name. */
type ChangeName = {
  [N in CallName]: Routes[N]['kind'] extends 'change' | 'create' ? N : never;
}[CallName];

/** The texts of all known actions. */
export const actionTexts: Readonly<Record<ChangeName, string> & Partial<Record<string, string>>> =
  strings.audit.actions;

/** What happened, as one sentence: who did what to which thing. */
export function auditSentence(entry: Pick<AuditEntry, 'who' | 'personId' | 'action' | 'target'>): string {
  const { name } = actorOf(entry);
  const action = actionTexts[entry.action];
  const what =
    action === undefined
      ? fill(strings.audit.did, { action: entry.action })
      : action.charAt(0).toLowerCase() + action.slice(1);
  const target = entry.target?.name ?? null;
  return target === null || target === '' ? `${name} ${what}.` : `${name} ${what}: ${target}.`;
}
