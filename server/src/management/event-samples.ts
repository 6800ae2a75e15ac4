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
type Entry<N extends Listed> = { readonly about: string; sample(at: number): EventDetails[N] };

const who = (at: number) => ({
  session_id: 'ses_sample2sample2sample2sam',
  avatar_id: '1001',
  user_id: '4211000000000000',
  user_name: 'Guest',
  timestamp: at,
});

const entries: { readonly [N in Listed]: Entry<N> } = {
  'connection:state-changed': {
    about: 'A user connects, is connected, or has gone. A drop that the user may come back from says so.',
    sample: (at) => ({
      state: 'disconnected',
      max_session_duration: -1,
      ...who(at),
      reason: 'hangup',
      will_attempt_reconnect: false,
      duration: 184,
    }),
  },
  'session:conversation': {
    about: 'Once at the end of a call, if Enable Transcript Download is on for the avatar.',
    sample: (at) => ({
      ...who(at),
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
    }),
  },
  'agent:error': {
    about: 'The conversation history could not be read, written or cleared.',
    sample: (at) => ({ ...who(at), error: 'The conversation history could not be read.' }),
  },
  'platform:state-changed': {
    about: 'A page has switched between the service’s own voice and a stream of its own.',
    sample: (at) => ({ ...who(at), platform: 'media-stream' }),
  },
  'webhook.test': {
    about: 'Only on Test endpoint. It never counts towards pausing.',
    sample: (at) => ({ triggered_by: 'you@example.com', timestamp: at }),
  },
  'agent:message': {
    about: 'The user or the avatar has said something.',
    sample: (at) => ({
      ...who(at),
      speaker: 'avatar',
      message: 'At nine in the morning.',
      message_id: '2',
      interrupted: false,
    }),
  },
  'avatar:state-changed': {
    about: 'The avatar listens, thinks, talks or rests.',
    sample: (at) => ({ ...who(at), state: 'talking', previous_state: 'thinking' }),
  },
  'avatar:load-progress': {
    about: 'How far the page has loaded the avatar.',
    sample: (at) => ({ ...who(at), progress: 1 }),
  },
  'media:mic-state-changed': {
    about: 'The user has muted or unmuted the microphone.',
    sample: (at) => ({ ...who(at), enabled: true }),
  },
  'media:speaker-state-changed': {
    about: 'The user has muted or unmuted the speaker.',
    sample: (at) => ({ ...who(at), enabled: false }),
  },
  'media:mic-permission-state-changed': {
    about: 'The user has answered the browser’s question for the microphone.',
    sample: (at) => ({ ...who(at), state: 'granted' }),
  },
  'media:mic-ready': { about: 'The avatar is ready to listen.', sample: who },
  'network:state-changed': {
    about: 'The user’s browser says that it went online or offline.',
    sample: (at) => ({ ...who(at), online: false }),
  },
  'session:ended': {
    about: 'Once when a session is really over: also after the time for a reconnect, and at a limit.',
    sample: (at) => ({ ...who(at), reason: 'hangup', duration: 184, turns: 7, ended_by: 'visitor' }),
  },
  notification: {
    about: 'The page has shown an alert of its own.',
    sample: (at) => ({
      ...who(at),
      level: 'warning',
      title: 'Microphone',
      message: 'No microphone was found.',
    }),
  },
};

const names = Object.keys(entries) as Listed[];
const schemas: Readonly<Record<Listed, TObject>> = { ...durableEvents, ...testEvent, ...extendedEvents };

/** A sample event as the text that would be sent; null where there is no such event. */
export function sampleOf(name: string, at: number): string | null {
  const known = names.find((candidate) => candidate === name);
  if (known === undefined) return null;
  return JSON.stringify({ message_type: 'Event', name: known, details: entries[known].sample(at) });
}

export function catalogue(enabled: ReadonlySet<string>, at: number): EventInCatalogue[] {
  return names.map((name) => {
    const extended = Object.hasOwn(extendedEvents, name);
    return {
      name,
      group: extended ? 'extended' : name === 'webhook.test' ? 'test' : 'session',
      about: entries[name].about,
      enabled: !extended || enabled.has(name),
      fields: fieldsOf(schemas[name]),
      sample: JSON.parse(sampleOf(name, at) ?? '{}') as Record<string, unknown>,
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

function typeOf(schema: TSchema): string {
  const {
    type,
    anyOf,
    enum: values,
    const: value,
  } = schema as {
    type?: string;
    anyOf?: TSchema[];
    enum?: unknown[];
    const?: unknown;
  };
  if (value !== undefined) return JSON.stringify(value);
  if (values !== undefined) return values.map((one) => JSON.stringify(one)).join(' | ');
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ');
  return type ?? 'any';
}
