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
/** What an event says, and the details of a sample beside those of its session. */
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
    'A user connects, is connected, or has gone. A drop that the user may come back from says so.',
    {
      state: 'disconnected',
      max_session_duration: -1,
      reason: 'hangup',
      will_attempt_reconnect: false,
      duration: 184,
    },
  ],
  'session:conversation': [
    'Once at the end of a call, if Enable Transcript Download is on for the avatar.',
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
    'The conversation history could not be read, written or cleared.',
    { error: 'The conversation history could not be read.' },
  ],
  'platform:state-changed': [
    'A page has switched between the service’s own voice and a stream of its own.',
    { platform: 'media-stream' },
  ],
  'webhook.test': [
    'Only on Test endpoint. It never counts towards pausing.',
    { triggered_by: 'you@example.com' },
  ],
  'agent:message': [
    'The user or the avatar has said something.',
    { speaker: 'avatar', message: 'At nine in the morning.', message_id: '2', interrupted: false },
  ],
  'avatar:state-changed': [
    'The avatar listens, thinks, talks or rests.',
    { state: 'talking', previous_state: 'thinking' },
  ],
  'avatar:load-progress': ['How far the page has loaded the avatar.', { progress: 1 }],
  'media:mic-state-changed': ['The user has muted or unmuted the microphone.', { enabled: true }],
  'media:speaker-state-changed': ['The user has muted or unmuted the speaker.', { enabled: false }],
  'media:mic-permission-state-changed': [
    'The user has answered the browser’s question for the microphone.',
    { state: 'granted' },
  ],
  'media:mic-ready': ['The avatar is ready to listen.', {}],
  'network:state-changed': ['The user’s browser says that it went online or offline.', { online: false }],
  notification: [
    'The page has shown an alert of its own.',
    { level: 'warning', title: 'Microphone', message: 'No microphone was found.' },
  ],
  'session:ended': [
    'Once when a session is really over: also after the time for a reconnect, and at a limit.',
    { reason: 'hangup', duration: 184, turns: 7, ended_by: 'visitor' },
  ],
});

const schemas: Readonly<Record<Listed, TObject>> = { ...durableEvents, ...testEvent, ...extendedEvents };
const names = Object.keys(entriesAt(0)) as Listed[];

/** A sample event as it would be sent; null where there is no such event. */
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
