import { type Flag, type Flags, UsageError } from '../command.ts';
import { secretOf } from './flag-values.ts';
import { senseFlags, senseSettings } from './sense-flags.ts';

const plainFlags: Readonly<Record<string, Flag>> = {
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
  'embed-origins': { kind: 'list', about: 'pages that may embed it, a,b; "none" allows all' },
  brain: { kind: 'text', about: '"endpoint" or "model"' },
  'chat-timeout': { kind: 'text', about: 'seconds the brain may take for an answer' },
  'sends-heard': { kind: 'switch', about: 'tell the endpoint what was heard of a reply that was cut short' },
  filler: { kind: 'text', about: 'what it says once where an answer is slow' },
  'filler-after-ms': { kind: 'text', about: 'how slow; 0 is never' },
  'fallback-reply': { kind: 'text', about: 'what it says while a broken endpoint is left alone' },
  'idle-timeout': { kind: 'text', about: 'seconds without a message after which a session ends; 0 is never' },
  'max-sessions': { kind: 'text', about: 'sessions at once; "none" is unlimited' },
  'model-url': { kind: 'text', about: 'address of an OpenAI-compatible server; "none" takes it away' },
  'model-key': { kind: 'text', about: 'key for it; "-" reads it from standard input, "none" takes it away' },
  'model-name': { kind: 'text', about: 'name of the model' },
  'model-prompt': { kind: 'text', about: 'what the model is told to be' },
  'model-history': { kind: 'text', about: 'how many earlier messages the model is given' },
};
export const avatarFlags: Readonly<Record<string, Flag>> = { ...plainFlags, ...senseFlags };

const nullable = ['endpoint', 'endpoint-key', 'webhook', 'max-sessions', 'model-url', 'model-key'];
const numbers = [
  'max-session-duration',
  'chat-timeout',
  'filler-after-ms',
  'idle-timeout',
  'max-sessions',
  'model-history',
];
const secrets = ['endpoint-key', 'model-key'];

/** The flags that were given, as the service wants them. */
export async function avatarSettings(flags: Flags): Promise<Record<string, unknown>> {
  const settings: Record<string, unknown> = {};
  for (const name of Object.keys(plainFlags)) {
    const value = flags[name];
    if (value !== undefined) settings[name.replaceAll('-', '_')] = await settingOf(name, value);
  }
  return { ...settings, ...(await senseSettings(flags)) };
}

async function settingOf(name: string, value: NonNullable<Flags[string]>): Promise<unknown> {
  if (Array.isArray(value)) return value.join() === 'none' ? [] : value;
  if (value === 'none' && nullable.includes(name)) return null;
  if (secrets.includes(name)) return await secretOf(String(value));
  return numbers.includes(name) ? wholeNumber(name, String(value)) : value;
}

function wholeNumber(name: string, text: string): number {
  if (!/^-?\d{1,10}$/.test(text)) throw new UsageError(`--${name} "${text}" is not a whole number.`);
  return Number(text);
}
