import { type Flag, type Flags, UsageError } from '../command.ts';
import { secretFlag, secretOf, switchFlag, textFlag } from './flag-values.ts';
import { senseFlags, senseSettings } from './sense-flags.ts';

const plainFlags: Readonly<Record<string, Flag>> = {
  endpoint: textFlag('address of the customer’s endpoint; "none" takes it away'),
  'endpoint-key': secretFlag('key sent to the endpoint'),
  private: switchFlag('visitors need a token (--no-private: they do not)'),
  'max-session-duration': textFlag('seconds after which a session ends; -1 is unlimited'),
  transcript: switchFlag('send the transcript at the end of a call (--no-transcript: do not)'),
  webhook: textFlag('id of the webhook that receives its events; "none" takes it away'),
  greeting: textFlag('what it says first'),
  apology: textFlag('what it says where the endpoint fails'),
  'embed-origins': { kind: 'list', about: 'pages that may embed it, a,b; "none" allows all' },
  brain: textFlag('"endpoint" or "model"'),
  'chat-timeout': textFlag('seconds the brain may take for an answer'),
  'sends-heard': switchFlag('tell the endpoint what was heard of a reply that was cut short'),
  filler: textFlag('what it says once where an answer is slow'),
  'filler-after-ms': textFlag('how slow; 0 is never'),
  'fallback-reply': textFlag('what it says while a broken endpoint is left alone'),
  'idle-timeout': textFlag('seconds without a message after which a session ends; 0 is never'),
  'max-sessions': textFlag('sessions at once; "none" is unlimited'),
  'model-url': textFlag('address of an OpenAI-compatible server; "none" takes it away'),
  'model-key': secretFlag('key for it'),
  'model-name': textFlag('name of the model'),
  'model-prompt': textFlag('what the model is told to be'),
  'model-history': textFlag('how many earlier messages the model is given'),
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
