import { openAsBlob } from 'node:fs';
import { type Command, type CommandContext, command, UsageError } from '../../command.ts';
import { withFile } from '../../named-file.ts';
import { textRecord } from '../../table.ts';
import { paramsOf } from '../call-command.ts';
import { textFlag, textOf } from '../flag-values.ts';
import { accountFlag } from '../which-account.ts';

export const avatarModelCommands: readonly Command[] = [
  command('avatar model AVATAR', 'give an avatar its own VRM or GLB model, or remove it', {
    flags: {
      account: accountFlag,
      file: textFlag('the file to upload'),
      delete: { kind: 'switch', about: 'remove the model; visitors see the look again' },
    },
    run: async (context) => {
      const { service, flags } = context;
      const body = flags.delete === true ? null : await fileOf(context);
      const params = await paramsOf('avatars.putModel', context);
      if (body === null) return (await service.call('avatars.removeModel', { params })).model;
      return (await service.call('avatars.putModel', { params, body })).model;
    },
    show: (model: object | null) =>
      model === null ? 'The model is removed. Visitors see the look again.' : textRecord(model),
  }),
];

async function fileOf({ flags }: CommandContext): Promise<Blob> {
  const file = textOf(flags.file);
  if (file === undefined) throw new UsageError('"avatar model" needs --file FILE, or --delete.');
  return await withFile(file, 'read', () => openAsBlob(file));
}
