import {
  durableEvents,
  type EventDetails,
  type EventName,
  extendedEvents,
  testEvent,
} from '@parley/protocol';
import type { EventInCatalogue } from '@parley/protocol/management';
import type { TObject, TSchema } from 'typebox';

type Listed = Exclude<EventName, 'customer:logout'>;
type OfSession = 'session_id' | 'avatar_id' | 'user_name' | 'timestamp';
/** The description of an event, and a sample's details, without those of its session. */
type Entry<N extends Listed> = readonly [about: string, details: Own<EventDetails[N]>];
type Own<D> = Omit<D, OfSession | 'user_id'> & { user_id?: null };

const ofSession = {
  session_id: 'ses_sample2sample2sample2sam',
  avatar_id: '1001',
  user_id: '4211000000000000',
  user_name: 'Guest',
};

const entriesAt = (at: number): { readonly [N in Listed]: Entry<N> } => ({
  'connection:state-changed': [
    'A visitor is connecting, connected or disconnected. After a drop, will_attempt_reconnect says whether the visitor may come back.',
    {
      state: 'disconnected',
      max_session_duration: -1,
      reason: 'hangup',
      will_attempt_reconnect: false,
      duration: 184,
    },
  ],
  'session:conversation': [
    'What was said, once after a session, if Enable Transcript Download is on for the avatar.',
    {
      avatar_name: 'Demo avatar',
      user_id: null,
      conversation_id: 'ses_sample2sample2sample2sam',
      conversation_start_time: at - 184_000,
      conversation_end_time: at,
      transcript: [
        { speaker: 'user', message: 'When do you open?', timestamp: at - 60_000 },
        { speaker: 'avatar', message: 'At nine in the morning.', timestamp: at - 58_500 },
      ],
      summary: 'The user spoke once, Demo avatar once. First question: “When do you open?”',
    },
  ],
  'agent:error': [
    'The service could not read, write or clear the conversation history.',
    { error: 'Could not read the conversation history.' },
  ],
  'platform:state-changed': [
    'A page switched between the service’s voice and its own stream.',
    { platform: 'media-stream' },
  ],
  'webhook.test': [
    'Sent only by Test endpoint. It never counts towards pausing.',
    { triggered_by: 'you@example.com' },
  ],
  'agent:message': [
    'A visitor or an avatar said something.',
    { speaker: 'avatar', message: 'At nine in the morning.', message_id: '2', interrupted: false },
  ],
  'avatar:state-changed': [
    'An avatar began to listen, think or talk, or became idle.',
    { state: 'talking', previous_state: 'thinking' },
  ],
  'avatar:load-progress': ['How much of an avatar is loaded.', { progress: 1 }],
  'media:mic-state-changed': ['A visitor muted or unmuted the microphone.', { enabled: true }],
  'media:speaker-state-changed': ['A visitor muted or unmuted the sound.', { enabled: false }],
  'media:mic-permission-state-changed': [
    'A visitor allowed or refused the microphone.',
    { state: 'granted' },
  ],
  'media:mic-ready': ['An avatar is ready to listen.', {}],
  'network:state-changed': ['A visitor’s browser went offline or online.', { online: false }],
  notification: [
    'A page showed a message to a visitor.',
    { level: 'warning', title: 'Microphone', message: 'No microphone was found.' },
  ],
  'session:ended': [
    'A session is over. Sent once, also if the visitor does not come back after a drop.',
    { reason: 'hangup', duration: 184, turns: 7, ended_by: 'visitor' },
  ],
});

const schemas: Readonly<Record<Listed, TObject>> = { ...durableEvents, ...testEvent, ...extendedEvents };
const names = Object.keys(entriesAt(0)) as Listed[];

/** A sample event as it would be sent; null if there is no such event. */
export function sampleOf(name: string, at: number) {
  const known = names.find((candidate) => candidate === name);
  if (known === undefined) return null;
  const session = known === 'webhook.test' ? {} : ofSession;
  const details = { ...session, ...entriesAt(at)[known][1], timestamp: at };
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

export const aboutEvent = (name: string): string => entriesAt(0)[name as Listed]?.[0] ?? '';

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
