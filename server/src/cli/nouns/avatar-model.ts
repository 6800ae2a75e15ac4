import { openAsBlob } from 'node:fs';
import { type Command, type CommandContext, UsageError } from '../command.ts';
import { textRecord } from '../table.ts';
import { textOf } from './flag-values.ts';
import { scopeFlag, scopeQuery } from './which-account.ts';

export const avatarModelCommands: readonly Command[] = [
  {
    noun: 'avatar',
    verb: 'model',
    about: 'give an avatar its own VRM or GLB model, or remove it',
    target: 'AVATAR',
    flags: {
      account: scopeFlag,
      file: { kind: 'text', about: 'the file to upload' },
      delete: { kind: 'switch', about: 'remove the model; visitors see the look again' },
    },
    run: async (context) => {
      const path = `/operator/avatars/${encodeURIComponent(context.target)}/model${scopeQuery(context)}`;
      if (context.flags.delete === true) return await context.service.call('DELETE', path);
      return await context.service.send('PUT', path, await fileOf(context));
    },
    show: (result: Readonly<Record<string, unknown>>) =>
      result.deleted === true ? `The model of avatar ${result.id} is gone.` : textRecord(result),
  },
];

async function fileOf({ flags }: CommandContext): Promise<Blob> {
  const file = textOf(flags.file);
  if (file === undefined) throw new UsageError('"avatar model" needs --file FILE, or --delete.');
  try {
    return await openAsBlob(file);
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`);
  }
}
