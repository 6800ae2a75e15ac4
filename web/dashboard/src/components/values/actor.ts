import type { AuditEntry } from '@parley/protocol/management';
import { fill, strings } from '../../strings/index.ts';

const text = strings.audit;

/** The name of an entry's actor. The id of a management key or a partner is a detail, because two may have the same name. */
export function actorOf({ who, personId }: Pick<AuditEntry, 'who' | 'personId'>): {
  name: string;
  detail: string | null;
} {
  if (personId !== null) return { name: who, detail: null };
  if (who === 'operator') return { name: text.operator, detail: null };
  if (who === 'system') return { name: text.system, detail: null };
  const [, kind, name, id = null] = /^(key|partner) (.*) \((\S+)\)$/.exec(who) ?? [];
  if (name === undefined) return { name: who, detail: null };
  return {
    name: kind === 'key' ? fill(text.managementKey, { name }) : fill(text.partner, { name }),
    detail: id,
  };
}
