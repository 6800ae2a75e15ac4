export const picoRate = 16_000;

export type PicoVoice = {
  readonly label: string;
  /** The two files of its language: how text is read, and how it sounds. */
  readonly files: readonly [reading: string, sound: string];
  /** The mean of its pitch. */
  readonly pitchHz: number;
  /** Makes the voices as loud as the other built-in ones. */
  readonly gain: number;
  /** How the sign "&" is read. */
  readonly and: string;
};

/** All of them are women's voices. */
export const picoVoices = {
  'de-DE': { label: 'German', files: filesOf('de-DE', 'gl0'), pitchHz: 168, gain: 0.43, and: 'und' },
  'en-GB': { label: 'British English', files: filesOf('en-GB', 'kh0'), pitchHz: 176, gain: 0.43, and: 'and' },
  'es-ES': { label: 'Spanish', files: filesOf('es-ES', 'zl0'), pitchHz: 200, gain: 0.37, and: 'y' },
  'fr-FR': { label: 'French', files: filesOf('fr-FR', 'nk0'), pitchHz: 200, gain: 0.46, and: 'et' },
  'it-IT': { label: 'Italian', files: filesOf('it-IT', 'cm0'), pitchHz: 182, gain: 0.45, and: 'e' },
} as const satisfies Readonly<Record<string, PicoVoice>>;
export type PicoVoiceName = keyof typeof picoVoices;

export const picoVoiceNames = Object.keys(picoVoices) as readonly PicoVoiceName[];
export const isPicoVoice = (name: string): name is PicoVoiceName => Object.hasOwn(picoVoices, name);

function filesOf(language: string, speaker: string): PicoVoice['files'] {
  return [`${language}_ta.bin`, `${language}_${speaker}_sg.bin`];
}
