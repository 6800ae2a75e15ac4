import type { AuditEntry } from '@parley/protocol/management';
import { strings } from '../../strings/index.ts';

const text = strings.audit;

/** The name of an entry's actor. The id of a management key is a detail, because two keys may have the same name. */
export function actorOf({ who, personId }: Pick<AuditEntry, 'who' | 'personId'>): {
  name: string;
  detail: string | null;
} {
  if (personId !== null) return { name: who, detail: null };
  if (who === 'operator') return { name: text.operator, detail: null };
  if (who === 'system') return { name: text.system, detail: null };
  const [, name, id = null] = /^key (.*) \((\S+)\)$/.exec(who) ?? [];
  return name === undefined ? { name: who, detail: null } : { name: text.managementKey(name), detail: id };
}
