import type { Command } from '../../command.ts';
import { callCommand, listCommand } from '../call-command.ts';
import { avatarFlags, avatarSettings } from './avatar-flags.ts';
import { avatarModelCommands } from './avatar-model.ts';
import { avatarVoiceCommands } from './avatar-voice.ts';

export const avatarCommands: readonly Command[] = [
  callCommand('avatar create', 'avatars.create', {
    fields: { name: 'the avatar’s name' },
    flags: avatarFlags,
    also: ({ flags }) => avatarSettings(flags),
    pick: ['id', 'name', 'pageUrl'],
  }),
  listCommand('avatar list', 'avatars.list', {
    columns: { ID: 'id', NAME: 'name', PAGE: 'pageUrl' },
  }),
  callCommand('avatar show AVATAR', 'avatars.get'),
  callCommand('avatar update AVATAR', 'avatars.update', {
    fields: { name: 'a new name' },
    flags: avatarFlags,
    also: ({ flags }) => avatarSettings(flags),
  }),
  callCommand('avatar duplicate AVATAR', 'avatars.duplicate', {
    fields: { name: 'the name of the copy' },
    pick: ['id', 'name', 'pageUrl'],
  }),
  callCommand('avatar brains AVATAR', 'avatars.brains'),
  callCommand('avatar promote AVATAR', 'avatars.promote', {
    pick: ['id', 'name', 'brain', 'endpointUrl', 'modelUrl', 'modelName'],
  }),
  callCommand('avatar delete AVATAR', 'avatars.delete', {
    show: () => 'The avatar is deleted.',
  }),
  ...avatarModelCommands,
  ...avatarVoiceCommands,
];
