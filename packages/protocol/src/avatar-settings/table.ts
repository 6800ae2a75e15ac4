import { type AvatarLanguage, avatarLanguages } from './languages.ts';
import type { AvatarSetting, SettingTexts } from './setting.ts';
import texts from './setting-texts.json' with { type: 'json' };

/** What an avatar says may have at most this many characters. */
const maxSpokenLength = 2000;

const brainKinds = [
  {
    value: 'endpoint',
    label: 'My endpoint',
    meaning: 'The service sends every message to your server. Your server answers with what the avatar says.',
  },
  {
    value: 'model',
    label: 'A language model',
    meaning: 'Any server with the OpenAI chat interface, with your instructions.',
  },
] as const;

type WithoutTexts<S> = S extends AvatarSetting ? Omit<S, keyof SettingTexts> : never;

const settings = {
  name: { kind: 'name', section: 'basics', maxLength: 200, isPublic: true },
  language: {
    kind: 'choice',
    section: 'basics',
    options: Object.entries(avatarLanguages).map(([value, { label }]) => ({
      value: value as AvatarLanguage,
      label,
      meaning: '',
    })),
    default: 'en',
    isPublic: true,
  },
  greeting: {
    kind: 'text',
    section: 'basics',
    maxLength: maxSpokenLength,
    lines: 2,
    default: avatarLanguages.en.greeting,
    isPublic: true,
  },
  furtherLanguages: { kind: 'own', section: 'basics', docs: 'voices.md' },
  voice: { kind: 'own', section: 'voice', docs: 'voices.md' },
  pronunciations: { kind: 'pronunciations', section: 'voice', default: [] },
  hearing: { kind: 'own', section: 'hearing', docs: 'voices.md' },
  patience: {
    kind: 'choice',
    section: 'hearing',
    options: [
      {
        value: 'quick',
        label: 'Quick',
        meaning: 'For short questions and answers. It waits for one second at most.',
      },
      { value: 'normal', label: 'Normal', meaning: 'It waits for two seconds at most.' },
      {
        value: 'patient',
        label: 'Patient',
        meaning: 'For visitors who think aloud or read numbers out. It waits for four seconds at most.',
      },
    ],
    default: 'normal',
  },
  pushToTalk: { kind: 'switch', section: 'hearing', default: false, isPublic: true },
  look: { kind: 'own', section: 'look', docs: 'voices.md' },
  movement: {
    kind: 'choice',
    section: 'look',
    options: [
      { value: 'lively', label: 'Lively', meaning: 'It sways, breathes, nods and gestures.' },
      { value: 'calm', label: 'Calm', meaning: 'It rests when nothing happens. Gestures are small.' },
      { value: 'still', label: 'Still', meaning: 'Only lips, lids and moods move.' },
    ],
    default: 'lively',
    isPublic: true,
  },
  brain: { kind: 'choice', section: 'brain', options: brainKinds, default: 'endpoint' },
  endpointUrl: {
    kind: 'address',
    section: 'endpoint',
    apiName: 'endpoint',
    target: 'endpoint',
    default: null,
  },
  endpointKey: { kind: 'secret', section: 'endpoint', sentTo: 'endpointUrl' },
  modelUrl: { kind: 'address', section: 'model', target: 'model', default: null },
  modelKey: { kind: 'secret', section: 'model', sentTo: 'modelUrl' },
  modelName: { kind: 'text', section: 'model', maxLength: 200, lines: 1, default: '' },
  modelPrompt: { kind: 'text', section: 'model', maxLength: 32_768, lines: 4, default: '' },
  modelHistory: { kind: 'integer', section: 'model', minimum: 0, maximum: 200, default: 20 },
  allowContext: { kind: 'switch', section: 'model', default: false },
  chatTimeout: { kind: 'integer', section: 'timing', minimum: 1, maximum: 120, unit: 'seconds', default: 30 },
  fillerAfterMs: {
    kind: 'integer',
    section: 'timing',
    minimum: 1,
    maximum: 60_000,
    unit: 'milliseconds',
    off: { value: 0, means: 'never' },
    step: 100,
    default: 0,
  },
  filler: { kind: 'text', section: 'timing', maxLength: maxSpokenLength, lines: 1, default: '' },
  apology: { kind: 'text', section: 'timing', maxLength: maxSpokenLength, lines: 2, default: '' },
  fallbackReply: { kind: 'text', section: 'timing', maxLength: maxSpokenLength, lines: 2, default: '' },
  sendsHeard: { kind: 'switch', section: 'timing', default: false },
  secondRole: {
    kind: 'choice',
    section: 'second',
    options: [
      { value: 'off', label: 'Off', meaning: 'Only the first brain is used.' },
      {
        value: 'shadow',
        label: 'Shadow',
        meaning:
          'It gets a copy of every conversation. Its answers are stored beside the real ones and never spoken.',
      },
      {
        value: 'canary',
        label: 'Canary',
        meaning: 'It answers a share of new sessions, and none any more if it fails or slows down.',
      },
    ],
    default: 'off',
  },
  secondBrain: { kind: 'choice', section: 'second', options: brainKinds, default: 'endpoint' },
  secondEndpointUrl: {
    kind: 'address',
    section: 'secondEndpoint',
    apiName: 'second_endpoint',
    target: 'endpoint',
    default: null,
  },
  secondEndpointKey: { kind: 'secret', section: 'secondEndpoint', sentTo: 'secondEndpointUrl' },
  secondModelUrl: { kind: 'address', section: 'secondModel', target: 'model', default: null },
  secondModelKey: { kind: 'secret', section: 'secondModel', sentTo: 'secondModelUrl' },
  secondModelName: { kind: 'text', section: 'secondModel', maxLength: 200, lines: 1, default: '' },
  secondModelPrompt: { kind: 'text', section: 'secondModel', maxLength: 32_768, lines: 4, default: '' },
  canaryShare: {
    kind: 'integer',
    section: 'canary',
    minimum: 0,
    maximum: 100,
    unit: 'percent',
    default: 5,
  },
  canaryMaxFailures: {
    kind: 'integer',
    section: 'canary',
    minimum: 1,
    maximum: 90,
    unit: 'percent',
    default: 10,
  },
  canaryMaxSlower: {
    kind: 'integer',
    section: 'canary',
    minimum: 1,
    maximum: 1_000,
    unit: 'percent',
    off: { value: 0, means: 'unlimited' },
    default: 50,
  },
  canaryMaxFirstSentenceMs: {
    kind: 'integer',
    section: 'canary',
    minimum: 1,
    maximum: 120_000,
    unit: 'milliseconds',
    off: { value: 0, means: 'unlimited' },
    step: 100,
    default: 0,
  },
  private: { kind: 'switch', section: 'privacy', default: false },
  embedOrigins: { kind: 'origins', section: 'privacy', default: [] },
  allowTranscriptDownload: { kind: 'switch', section: 'privacy', default: false, isPublic: true },
  askForRating: { kind: 'switch', section: 'privacy', default: false, isPublic: true },
  allowSay: { kind: 'switch', section: 'privacy', default: true },
  personButton: { kind: 'switch', section: 'people', default: false, isPublic: true },
  tellsWatching: { kind: 'switch', section: 'people', default: true, isPublic: true },
  tellsTakeover: { kind: 'switch', section: 'people', default: true },
  sendsTakeover: { kind: 'switch', section: 'people', default: false },
  maxSessionDuration: {
    kind: 'integer',
    section: 'limits',
    minimum: 1,
    unit: 'seconds',
    off: { value: -1, means: 'unlimited' },
    default: -1,
    isPublic: true,
  },
  idleTimeout: {
    kind: 'integer',
    section: 'limits',
    minimum: 1,
    maximum: 86_400,
    unit: 'seconds',
    off: { value: 0, means: 'never' },
    default: 0,
  },
  maxSessions: {
    kind: 'integer',
    section: 'limits',
    minimum: 1,
    maximum: 1_000_000,
    off: { value: null, means: 'unlimited' },
    default: null,
  },
  webhookId: { kind: 'webhook', section: 'events', apiName: 'webhook', default: null },
  transcript: { kind: 'switch', section: 'events', default: false },
} as const satisfies Record<string, WithoutTexts<AvatarSetting>>;

type Settings = typeof settings;

/**
 * Every setting of an avatar. Types, checks, SQL columns, API fields, command line flags, dashboard fields and the docs
 * page are made from this. The column is the setting's name in snake_case; a migration adds it with the same default.
 * Its texts are in `setting-texts.json`.
 */
export const avatarSettings = Object.fromEntries(
  Object.entries(settings).map(([name, setting]) => [name, { ...setting, ...texts[name as keyof Settings] }]),
) as unknown as { readonly [N in keyof Settings]: Settings[N] & SettingTexts };
