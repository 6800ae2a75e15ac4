import type { Command, CommandContext } from '../command.ts';
import { textRecord, textTable } from '../table.ts';
import { avatarFlags, avatarSettings } from './avatar-flags.ts';
import { avatarModelCommands } from './avatar-model.ts';
import { avatarVoiceCommands } from './avatar-voice.ts';
import { accountFlag, scopeFlag, scopeQuery, whichAccount } from './which-account.ts';

type Listed = { id: string; name: string; page_url: string };

const path = (context: CommandContext): string =>
  `/operator/avatars/${encodeURIComponent(context.target)}${scopeQuery(context)}`;

export const avatarCommands: readonly Command[] = [
  {
    noun: 'avatar',
    verb: 'create',
    about: 'create an avatar',
    flags: {
      account: accountFlag,
      name: { kind: 'text', about: 'the avatar’s name', required: true },
      ...avatarFlags,
    },
    run: async (context) => {
      const account = await whichAccount(context);
      const settings = await avatarSettings(context.flags);
      const made = await context.service.call('POST', '/operator/avatars', {
        account,
        name: context.flags.name,
        ...settings,
      });
      const { id, name, page_url } = made as Listed;
      return { id, name, page_url };
    },
    show: textRecord,
  },
  {
    noun: 'avatar',
    verb: 'list',
    about: 'list an account’s avatars by name',
    flags: { account: accountFlag },
    run: listAll,
    show: (avatars: Listed[]) =>
      textTable(
        ['ID', 'NAME', 'PAGE'],
        avatars.map((avatar) => [avatar.id, avatar.name, avatar.page_url]),
      ),
  },
  {
    noun: 'avatar',
    verb: 'show',
    about: 'show an avatar with all its settings',
    target: 'AVATAR',
    flags: { account: scopeFlag },
    run: (context) => context.service.call('GET', path(context)),
    show: textRecord,
  },
  {
    noun: 'avatar',
    verb: 'update',
    about: 'change an avatar’s settings',
    target: 'AVATAR',
    flags: { account: scopeFlag, name: { kind: 'text', about: 'a new name' }, ...avatarFlags },
    run: async (context) => {
      const settings = await avatarSettings(context.flags);
      const { name } = context.flags;
      return await context.service.call('PATCH', path(context), {
        ...settings,
        ...(name === undefined ? {} : { name }),
      });
    },
    show: textRecord,
  },
  {
    noun: 'avatar',
    verb: 'delete',
    about: 'delete an avatar',
    target: 'AVATAR',
    flags: { account: scopeFlag },
    run: (context) => context.service.call('DELETE', path(context)),
    show: ({ id }: { id: string }) => `Avatar ${id} is deleted.`,
  },
  ...avatarModelCommands,
  ...avatarVoiceCommands,
];

async function listAll(context: CommandContext): Promise<Listed[]> {
  const account = encodeURIComponent(await whichAccount(context));
  const all: Listed[] = [];
  for (let page = 0; ; page++) {
    const answer = await context.service.call('GET', `/operator/avatars?account=${account}&page=${page}`);
    const { avatars, total } = answer as { avatars: Listed[]; total: number };
    all.push(...avatars);
    if (avatars.length === 0 || all.length >= total) return all;
  }
}
