import { durableEvents, type EventName, extendedEvents, testEvent } from '@parley/protocol';
import type { EventInCatalogue } from '@parley/protocol/management';
import type { TObject, TSchema } from 'typebox';
import samples from './event-samples.json' with { type: 'json' };

type Listed = Exclude<EventName, 'customer:logout'>;

/**
 * Descriptions of events, and details without those of a session. Times are in milliseconds after the moment of the
 * sample.
 */
const entries: Readonly<Record<Listed, { readonly about: string; readonly details: object }>> = samples;

const ofSession = {
  session_id: 'ses_sample2sample2sample2sam',
  avatar_id: '1001',
  user_id: '4211000000000000',
  user_name: 'Guest',
};

const schemas: Readonly<Record<Listed, TObject>> = { ...durableEvents, ...testEvent, ...extendedEvents };
const names = Object.keys(entries) as Listed[];

const atMoment = (details: object, at: number): object =>
  JSON.parse(JSON.stringify(details), (name, value) =>
    typeof value === 'number' && /time(stamp)?$/.test(name) ? at + value : value,
  );

/** A sample event as it would be sent; null if there is no such event. */
export function sampleOf(name: string, at: number) {
  const known = names.find((candidate) => candidate === name);
  if (known === undefined) return null;
  const session = Object.fromEntries(
    Object.entries(ofSession).filter(([field]) => Object.hasOwn(schemas[known].properties, field)),
  );
  const details = { ...session, ...atMoment(entries[known].details, at), timestamp: at };
  return { message_type: 'Event', name: known, details };
}

export function catalogue(enabled: ReadonlySet<string>, at: number): EventInCatalogue[] {
  return names.map((name) => {
    const extended = Object.hasOwn(extendedEvents, name);
    return {
      name,
      group: extended ? 'extended' : name === 'webhook.test' ? 'test' : 'session',
      about: aboutEvent(name),
      enabled: !extended || enabled.has(name),
      fields: fieldsOf(schemas[name]),
      sample: sampleOf(name, at) ?? {},
    };
  });
}

export const aboutEvent = (name: string): string => entries[name as Listed]?.about ?? '';

function fieldsOf({ properties, ...rest }: TObject) {
  const required: readonly string[] = rest.required ?? [];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    optional: !required.includes(name),
    about: (schema as { description?: string }).description ?? '',
  }));
}

type Kind = { type?: string; anyOf?: TSchema[]; enum?: unknown[]; const?: unknown };

function typeOf(schema: TSchema): string {
  const { type, anyOf, enum: values, const: value } = schema as Kind;
  if (value !== undefined) return JSON.stringify(value);
  if (values !== undefined) return values.map((one) => JSON.stringify(one)).join(' | ');
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ');
  return type ?? 'any';
}
