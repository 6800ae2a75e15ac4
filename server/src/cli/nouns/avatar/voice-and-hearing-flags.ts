import type { AvatarChange } from '@parley/protocol/management';
import { type Flag, type Flags, UsageError } from '../../command.ts';
import { given, secretFlag, secretOf, textFlag, textOf } from '../flag-values.ts';

/** How an avatar sounds, hears and looks. */
export const voiceAndHearingFlags: Readonly<Record<string, Flag>> = {
  voice: textFlag(
    'its voice as provider:voice, or built-in: for the voice of the face; "avatar voices" lists them',
  ),
  'voice-rate': textFlag('how fast it speaks, 0.5 to 2'),
  'voice-pitch': textFlag('how high it speaks, 0.5 to 2'),
  'voice-language': textFlag('language of a device’s own voice, such as de'),
  'voice-url': textFlag('URL of the voice server'),
  'voice-region': textFlag('region of Azure, such as westeurope'),
  'voice-model': textFlag('model of the voice server'),
  'voice-key': secretFlag('key of the voice server'),
  hearing: textFlag('how it hears: built-in, browser, server, none, or own:NAME'),
  'hearing-language': textFlag('the language it hears, such as en or pt-BR'),
  'hearing-url': textFlag('URL of an OpenAI-compatible transcription server; "none" removes it'),
  'hearing-model': textFlag('model of the transcription server'),
  'hearing-key': secretFlag('key of the transcription server'),
  'further-languages': textFlag(
    'further languages such as de,fr, or as JSON with voice, hearing and greeting; "none" removes all',
  ),
  look: textFlag('a preset, or a look as JSON; "-" reads it from standard input'),
};

/** The given flags as fields of the management API. */
export async function voiceAndHearingSettings(
  flags: Flags,
): Promise<Pick<AvatarChange, 'voice' | 'hearing' | 'furtherLanguages' | 'look'>> {
  const voice = someOf({
    ...voiceName(textOf(flags.voice)),
    ...textsOf('voice', ['language', 'url', 'region', 'model'], flags),
    rate: decimal('voice-rate', flags),
    pitch: decimal('voice-pitch', flags),
    key: await secretOf(flags['voice-key']),
  });
  const { language, ...address } = textsOf('hearing', ['language', 'url', 'model'], flags);
  const server = someOf({ ...address, key: await secretOf(flags['hearing-key']) });
  const hearing = someOf({
    recogniser: textOf(flags.hearing),
    language,
    server: address.url === 'none' ? null : server,
  });
  return { ...given({ voice, hearing }), ...languagesSetting(flags), ...(await lookSetting(flags)) };
}

/** The values of flags with the same prefix, by the rest of their names. */
const textsOf = <N extends string>(prefix: string, names: readonly N[], flags: Flags) =>
  Object.fromEntries(names.map((name) => [name, textOf(flags[`${prefix}-${name}`])])) as Texts<N>;
type Texts<N extends string> = Readonly<Record<N, string | undefined>>;

function voiceName(name: string | undefined): Record<string, string | undefined> {
  if (name === undefined) return {};
  const [provider = '', ...voice] = (name === '' ? 'built-in:' : name).split(':');
  return { provider, ...(voice.length === 0 ? {} : { voice: voice.join(':') }) };
}

function languagesSetting(flags: Flags): Pick<AvatarChange, 'furtherLanguages'> {
  const text = textOf(flags['further-languages'])?.trim();
  if (text === undefined) return {};
  if (text === 'none' || text === '') return { furtherLanguages: [] };
  if (!text.startsWith('['))
    return { furtherLanguages: text.split(',').map((language) => ({ language: language.trim() })) };
  return { furtherLanguages: jsonOf('further-languages', text) as FurtherLanguages };
}
type FurtherLanguages = NonNullable<AvatarChange['furtherLanguages']>;

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--${name} is not valid JSON.`);
  }
}

async function lookSetting(flags: Flags): Promise<Pick<AvatarChange, 'look'>> {
  const text = flags.look === '-' ? await secretOf('-') : textOf(flags.look);
  if (typeof text !== 'string') return {};
  if (!text.startsWith('{')) return { look: text };
  try {
    return { look: JSON.parse(text) as Record<string, unknown> };
  } catch {
    throw new UsageError('--look must be the name of a preset or valid JSON.');
  }
}

function decimal(name: string, flags: Flags): number | undefined {
  const text = textOf(flags[name]);
  if (text === undefined) return undefined;
  if (!/^\d{1,3}(\.\d{1,6})?$/.test(text))
    throw new UsageError(`--${name} "${text}" must be a number such as 1.2.`);
  return Number(text);
}

/** Leaves out the fields that are not set; undefined if none is left. */
function someOf<T extends Readonly<Record<string, unknown>>>(fields: T) {
  const set = given(fields);
  return Object.keys(set).length === 0 ? undefined : set;
}
