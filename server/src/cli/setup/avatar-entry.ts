import { isDeepStrictEqual } from 'node:util';
import {
  languageTexts,
  plainSettingEntries,
  secretMark,
  secretSettingEntries,
  settingEntries,
  usualHearing,
} from '@parley/protocol/avatar-settings';
import type { Avatar, AvatarChange, HearingInput, VoiceInput } from '@parley/protocol/management';
import { type Label, referenceTo } from './numbered.ts';
import type { Placeholder } from './placeholders.ts';
import type { AvatarEntry } from './setup-file.ts';

type VoiceFields = Exclude<VoiceInput, string>;

/** The values of a voice that the file does not set. The service completes empty texts, or refuses them. */
const usualVoice: Readonly<Record<string, VoiceFields>> = {
  'built-in': { voice: '', rate: 1, pitch: 1 },
  pico: { voice: '', rate: 1, pitch: 1 },
  own: { voice: '', rate: 1 },
  device: { voice: '', language: '', rate: 1, pitch: 1 },
  espeak: { voice: '', rate: 1, pitch: 1 },
  openai: { voice: '', url: '', model: '', rate: 1 },
  azure: { voice: '', url: '', region: '', rate: 1, pitch: 1 },
  elevenlabs: { voice: '', url: '', model: '', rate: 1 },
  google: { voice: '', url: '', rate: 1, pitch: 1 },
};
const voiceNames = ['provider', 'voice', 'language', 'url', 'region', 'model', 'rate', 'pitch'];
const usualProvider = 'built-in';
const usualLanguage = 'en';
const usualModel = 'whisper-1';
const usualLook = '';

/** Settings that have the same name in the file, with their defaults. The language decides some of them. */
const usualIn = (language: string) => ({ ...usualSettings, greeting: languageTexts(language).greeting });
const usualSettings = Object.fromEntries(
  plainSettingEntries.flatMap(({ name, setting }) =>
    'default' in setting && name !== 'webhookId' ? [[name, setting.default as unknown]] : [],
  ),
);
const order: readonly string[] = settingEntries.map(({ name }) => (name === 'webhookId' ? 'webhook' : name));

/** The settings of an avatar that are not at their default, in the order of the settings table. */
export function entryOfAvatar(
  avatar: Avatar,
  webhook: Label | null,
  placeholder: (...words: string[]) => Placeholder,
): Readonly<Record<string, unknown>> {
  const secret = (field: string) => placeholder('avatar', avatar.name, field.replace(/[A-Z]/g, '_$&'));
  const voice = voiceEntry(avatar.voice, secret);
  const { language, furtherLanguages } = avatar;
  const hearing = hearingEntry(avatar.hearing, language, secret);
  const found: Record<string, unknown> = {
    name: avatar.name,
    ...unusual(avatar, Object.keys(usualSettings), usualIn(language)),
    ...(furtherLanguages.length === 0 ? {} : { furtherLanguages: furtherLanguages.map(rowEntry) }),
    ...Object.fromEntries(
      secretSettingEntries
        .filter(({ name }) => avatar[secretMark(name)])
        .map(({ name }) => [name, secret(name)]),
    ),
    ...(isDeepStrictEqual(voice, { provider: usualProvider }) ? {} : { voice }),
    ...(Object.keys(hearing).length === 0 ? {} : { hearing }),
    ...(avatar.look === usualLook ? {} : { look: avatar.look }),
    ...(webhook === null ? {} : { webhook: referenceTo(webhook) }),
  };
  return Object.fromEntries(order.filter((name) => name in found).map((name) => [name, found[name]]));
}

/** Every setting: what the file leaves out goes back to its default. The caller must find the webhook. */
export function bodyOfAvatar(entry: AvatarEntry): AvatarChange & { name: string } {
  const { webhook: _, voice = {}, hearing = {}, look = usualLook, ...given } = entry;
  const { language = usualLanguage } = entry;
  return {
    ...usualIn(language),
    furtherLanguages: [],
    ...Object.fromEntries(secretSettingEntries.map(({ name }) => [name, null])),
    ...given,
    voice: voiceBody(voice),
    hearing: hearingBody(hearing, language),
    look,
  };
}

function voiceBody(input: VoiceInput): VoiceFields {
  const { provider = usualProvider, ...voice } = typeof input === 'string' ? voiceOf(input) : input;
  return { ...usualVoice[provider], key: null, ...voice, provider };
}

/** `openai:alloy` is a provider and its voice. */
function voiceOf(text: string): VoiceFields {
  const [provider = '', ...voice] = text.split(':');
  return { provider, ...(voice.length === 0 ? {} : { voice: voice.join(':') }) };
}

const hearingBody = ({ server, ...hearing }: HearingInput, language: string): HearingInput => ({
  ...usualHearing(language),
  ...hearing,
  server: server == null ? null : { model: usualModel, key: null, ...server },
});

function voiceEntry({ hasKey, ...voice }: Avatar['voice'], secret: (field: string) => Placeholder): object {
  return {
    ...unusual(voice, voiceNames, usualVoice[voice.provider] ?? {}),
    ...(hasKey ? { key: secret('voiceKey') } : {}),
  };
}

function hearingEntry(
  { server, ...hearing }: Avatar['hearing'],
  language: string,
  secret: (field: string) => Placeholder,
): object {
  const own = unusual(hearing, ['recogniser', 'language'], usualHearing(language));
  if (server === null) return own;
  const key = server.hasKey ? { key: secret('hearingKey') } : {};
  return { ...own, server: { ...unusual(server, ['url', 'model'], { model: usualModel }), ...key } };
}

const rowEntry = ({ language, ...row }: Avatar['furtherLanguages'][number]) => ({
  language,
  ...unusual(row, ['voice', 'hearing', 'greeting'], { voice: '', hearing: '', greeting: '' }),
});

/** The fields that do not have their default value. */
export function unusual(fields: object, names: readonly string[], usual: object): object {
  const [values, usualValues] = [fields, usual] as Readonly<Record<string, unknown>>[];
  const own = names.filter((name) => !isDeepStrictEqual(values?.[name], usualValues?.[name]));
  return Object.fromEntries(own.map((name) => [name, values?.[name]]));
}
