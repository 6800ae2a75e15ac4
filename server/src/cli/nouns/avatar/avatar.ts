import type { Command } from '../../command.ts';
import { callCommand, listCommand } from '../call-command.ts';
import { given, requiredFlag, textFlag, textOf } from '../flag-values.ts';
import { avatarFlags, avatarSettings } from './avatar-flags.ts';
import { avatarModelCommands } from './avatar-model.ts';
import { avatarVoiceCommands } from './avatar-voice.ts';

export const avatarCommands: readonly Command[] = [
  callCommand('avatar create', 'avatars.create', {
    flags: { name: requiredFlag('the avatar’s name'), ...avatarFlags },
    body: async ({ flags }) => ({ name: String(flags.name), ...(await avatarSettings(flags)) }),
    pick: ['id', 'name', 'pageUrl'],
  }),
  listCommand('avatar list', 'avatars.list', {
    columns: { ID: 'id', NAME: 'name', PAGE: 'pageUrl' },
  }),
  callCommand('avatar show AVATAR', 'avatars.get'),
  callCommand('avatar update AVATAR', 'avatars.update', {
    flags: { name: textFlag('a new name'), ...avatarFlags },
    body: async ({ flags }) => ({ ...given({ name: textOf(flags.name) }), ...(await avatarSettings(flags)) }),
  }),
  callCommand('avatar delete AVATAR', 'avatars.delete', {
    show: () => 'The avatar is deleted.',
  }),
  ...avatarModelCommands,
  ...avatarVoiceCommands,
];
