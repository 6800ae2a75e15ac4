import { openAsBlob } from 'node:fs';
import { type Call, type Command, UsageError } from '../command.ts';
import { textRecord } from '../table.ts';
import { textOf } from './flag-values.ts';
import { scopeFlag, scopeQuery } from './which-account.ts';

export const avatarModelCommands: readonly Command[] = [
  {
    noun: 'avatar',
    verb: 'model',
    about: 'give an avatar its own VRM or GLB, or take it away',
    target: 'AVATAR',
    flags: {
      account: scopeFlag,
      file: { kind: 'text', about: 'the file to upload' },
      delete: { kind: 'switch', about: 'take the model away; the look is shown again' },
    },
    run: async (call) => {
      const path = `/operator/avatars/${encodeURIComponent(call.target)}/model${scopeQuery(call)}`;
      if (call.flags.delete === true) return await call.service.call('DELETE', path);
      return await call.service.send('PUT', path, await fileOf(call));
    },
    show: (result: Readonly<Record<string, unknown>>) =>
      result.deleted === true ? `The model of avatar ${result.id} is gone.` : textRecord(result),
  },
];

async function fileOf({ flags }: Call): Promise<Blob> {
  const file = textOf(flags.file);
  if (file === undefined) throw new UsageError('"avatar model" needs --file FILE, or --delete.');
  try {
    return await openAsBlob(file);
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`);
  }
}
