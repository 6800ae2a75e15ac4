import type { AuditEntry } from '@parley/protocol/management';
import { actorOf } from '../../components/actor.ts';
import { strings } from '../../strings/index.ts';

/** What happened, as one sentence: who did what to which thing. */
export function auditSentence(entry: Pick<AuditEntry, 'who' | 'personId' | 'action' | 'target'>): string {
  const { name } = actorOf(entry);
  const deed = strings.audit.actions[entry.action];
  const what =
    deed === undefined ? strings.audit.did(entry.action) : deed.charAt(0).toLowerCase() + deed.slice(1);
  const target = entry.target?.name ?? null;
  return target === null || target === '' ? `${name} ${what}.` : `${name} ${what}: ${target}.`;
}
