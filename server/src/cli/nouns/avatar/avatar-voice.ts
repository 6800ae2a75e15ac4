import { writeFile } from 'node:fs/promises';
import type { Voices } from '@parley/protocol/management';
import { type Command, command } from '../../command.ts';
import { withFile } from '../../named-file.ts';
import { textTable } from '../../table.ts';
import { callCommand, paramsOf } from '../call-command.ts';
import { requiredFlag } from '../flag-values.ts';
import { accountFlag } from '../which-account.ts';
import { voiceAndHearingFlags, voiceAndHearingSettings } from './voice-and-hearing-flags.ts';

const voiceFlags = Object.fromEntries(
  Object.entries(voiceAndHearingFlags).filter(([name]) => name.startsWith('voice')),
);

export const avatarVoiceCommands: readonly Command[] = [
  callCommand('avatar voices', 'voices.list', {
    show: (voices) =>
      [
        textTable(
          { VOICE: 'id', NAME: 'label', LANGUAGE: 'language', GENDER: 'gender', ABOUT: 'about' },
          rowsOf(voices),
        ),
        ...notesOf(voices),
      ].join('\n\n'),
  }),
  command('avatar say AVATAR', 'write a WAV file of a text in an avatar’s voice, or in a voice to try', {
    flags: {
      account: accountFlag,
      text: requiredFlag('what to say, up to 500 characters'),
      file: requiredFlag('the WAV file to write'),
      ...voiceFlags,
    },
    run: async (context) => {
      const { flags, service } = context;
      const { voice } = await voiceAndHearingSettings(flags);
      const sound = await service.call('avatars.say', {
        params: await paramsOf('avatars.say', context),
        body: { text: String(flags.text), ...(voice === undefined ? {} : { voice }) },
      });
      const bytes = await sound.bytes();
      await withFile(String(flags.file), 'write', () => writeFile(String(flags.file), bytes));
      return { file: flags.file, bytes: sound.size };
    },
    show: ({ file, bytes }: { file: string; bytes: number }) => `Wrote ${bytes} bytes to ${file}.`,
  }),
];

type Row = Readonly<Record<'id' | 'label' | 'language' | 'gender' | 'about', string | null>>;
/** A provider whose voices are not known here has one row that says why. */
const rowsOf = ({ items, providers }: Voices): Row[] =>
  providers.flatMap(({ provider, note }): Row[] => {
    const voices = items.filter((item) => item.provider === provider);
    if (voices.length === 0)
      return [{ id: `${provider}:…`, label: null, language: null, gender: null, about: note }];
    return voices.map(({ voice, ...rest }) => ({ ...rest, id: `${provider}:${voice}` }));
  });

/** The notes of the providers whose voices are listed. */
const notesOf = ({ items, providers }: Voices): string[] =>
  providers.flatMap(({ provider, note }) =>
    note !== null && items.some((item) => item.provider === provider) ? [note] : [],
  );
