import type { AuditEntry } from '@parley/protocol/management';
import { actorOf } from '../../components/values/actor.ts';
import { strings } from '../../strings/index.ts';

/** What happened, as one sentence: who did what to which thing. */
export function auditSentence(entry: Pick<AuditEntry, 'who' | 'personId' | 'action' | 'target'>): string {
  const { name } = actorOf(entry);
  const action = strings.audit.actions[entry.action];
  const what =
    action === undefined ? strings.audit.did(entry.action) : action.charAt(0).toLowerCase() + action.slice(1);
  const target = entry.target?.name ?? null;
  return target === null || target === '' ? `${name} ${what}.` : `${name} ${what}: ${target}.`;
}
