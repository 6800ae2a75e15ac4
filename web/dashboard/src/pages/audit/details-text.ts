import { shortened } from '@parley/protocol';
import type { AuditEntry } from '@parley/protocol/management';
import { fullTime } from '../../components/values/format-time.ts';

const maxLength = 300;
/** A missing restriction means everything. */
const restrictions = ['avatarIds', 'origins', 'events'];

/** The details of an entry on one line. */
export function detailsText(details: AuditEntry['details']): string {
  const text = Object.entries(details)
    .map(([name, value]) => `${inWords(name)}: ${valueText(name, value)}`)
    .join('; ');
  return shortened(text, maxLength);
}

function valueText(name: string, value: unknown): string {
  if (value === null) return restrictions.includes(name) ? 'all' : 'none';
  if (value === '') return 'empty';
  if (typeof value === 'number' && name.endsWith('At')) return fullTime(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((item) => valueText(name, item)).join(', ');
  const parts = Object.entries(value).map(([part, inner]) => `${inWords(part)} ${valueText(part, inner)}`);
  return parts.length === 0 ? 'none' : `(${parts.join(', ')})`;
}

/** `maxSessions` becomes `max sessions`. */
const inWords = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
