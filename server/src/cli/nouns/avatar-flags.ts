import { text as readStream } from 'node:stream/consumers';
import { type Flag, type Flags, UsageError } from '../command.ts';

export const avatarFlags: Readonly<Record<string, Flag>> = {
  endpoint: { kind: 'text', about: 'address of the customer’s endpoint; "none" takes it away' },
  'endpoint-key': {
    kind: 'text',
    about: 'key sent to the endpoint; "-" reads it from standard input, "none" takes it away',
  },
  private: { kind: 'switch', about: 'visitors need a token (--no-private: they do not)' },
  'max-session-duration': { kind: 'text', about: 'seconds after which a session ends; -1 is unlimited' },
  transcript: { kind: 'switch', about: 'send the transcript at the end of a call (--no-transcript: do not)' },
  webhook: { kind: 'text', about: 'id of the webhook that receives its events; "none" takes it away' },
  greeting: { kind: 'text', about: 'what it says first' },
  apology: { kind: 'text', about: 'what it says where the endpoint fails' },
  voice: { kind: 'text', about: 'name of its voice' },
  'embed-origins': { kind: 'list', about: 'pages that may embed it, a,b; "none" allows all' },
};

/** The flags that were given, as the service wants them. */
export async function avatarSettings(flags: Flags): Promise<Record<string, unknown>> {
  const settings: Record<string, unknown> = {};
  for (const name of ['private', 'transcript', 'greeting', 'apology', 'voice']) {
    if (flags[name] !== undefined) settings[name] = flags[name];
  }
  for (const [flag, field] of [
    ['endpoint', 'endpoint'],
    ['endpoint-key', 'endpoint_key'],
    ['webhook', 'webhook'],
  ] as const) {
    if (flags[flag] !== undefined) settings[field] = flags[flag] === 'none' ? null : flags[flag];
  }
  if (settings.endpoint_key === '-') settings.endpoint_key = (await readStream(process.stdin)).trim();
  const origins = flags['embed-origins'];
  if (Array.isArray(origins)) settings.embed_origins = origins.join() === 'none' ? [] : origins;
  const duration = flags['max-session-duration'];
  if (duration !== undefined) settings.max_session_duration = seconds(String(duration));
  return settings;
}

function seconds(text: string): number {
  if (!/^(-1|\d{1,10})$/.test(text)) {
    throw new UsageError(
      `--max-session-duration "${text}" is not a whole number of seconds, or -1 for unlimited.`,
    );
  }
  return Number(text);
}
