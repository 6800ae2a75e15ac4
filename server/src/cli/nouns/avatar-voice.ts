import { writeFile } from 'node:fs/promises';
import type { Command } from '../command.ts';
import { textTable } from '../table.ts';
import { voiceAndHearingFlags, voiceAndHearingSettings } from './voice-and-hearing-flags.ts';
import { scopeFlag, scopeQuery } from './which-account.ts';

type Provider = {
  readonly provider: string;
  readonly note: string | null;
  readonly voices: readonly Readonly<Record<'voice' | 'language' | 'gender' | 'about', string | null>>[];
};

const voiceFlags = Object.fromEntries(
  Object.entries(voiceAndHearingFlags).filter(([name]) => name.startsWith('voice')),
);

export const avatarVoiceCommands: readonly Command[] = [
  {
    noun: 'avatar',
    verb: 'voices',
    about: 'list the voices that there are',
    flags: {},
    run: (context) => context.service.call('GET', '/operator/voices'),
    show: ({ providers }: { providers: readonly Provider[] }) =>
      textTable(
        ['VOICE', 'LANGUAGE', 'GENDER', 'ABOUT'],
        providers.flatMap(({ provider, note, voices }) =>
          voices.length === 0
            ? [[`${provider}:…`, '-', '-', note ?? '-']]
            : voices.map(({ voice, language, gender, about }) => [
                `${provider}:${voice}`,
                language ?? '-',
                gender ?? '-',
                about ?? '-',
              ]),
        ),
      ),
  },
  {
    noun: 'avatar',
    verb: 'say',
    about: 'say a text in an avatar’s voice, or in a voice to try, into a WAV file',
    target: 'AVATAR',
    flags: {
      account: scopeFlag,
      text: { kind: 'text', about: 'what to say, up to 500 characters', required: true },
      file: { kind: 'text', about: 'the WAV file to write', required: true },
      ...voiceFlags,
    },
    run: async (context) => {
      const { flags, service } = context;
      const path = `/operator/avatars/${encodeURIComponent(context.target)}/say${scopeQuery(context)}`;
      const { voice } = await voiceAndHearingSettings(flags);
      const body = { text: flags.text, ...(voice === undefined ? {} : { voice }) };
      const sound = await service.fetchBytes('POST', path, body);
      await writeFile(String(flags.file), sound);
      return { file: flags.file, bytes: sound.length };
    },
    show: ({ file, bytes }: { file: string; bytes: number }) => `${file} has ${bytes} bytes.`,
  },
];
