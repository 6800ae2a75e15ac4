import type { Avatar } from '@parley/protocol/management';
import { useEditForm } from '../../components/editing/use-edit-form.ts';
import { avatarChange, avatarValues } from './avatar-form.ts';

/** A form for all settings of an avatar. It sends only what was changed. */
export const useAvatarForm = (
  avatar: Avatar,
  options: {
    /** Opens the part of the page in which the setting is. */
    reveal: (setting: string) => Promise<void>;
    onSaved: () => void;
  },
) =>
  useEditForm({
    stored: avatar,
    toForm: avatarValues,
    read: 'avatars.get',
    save: 'avatars.update',
    params: { avatar: avatar.id },
    invalidates: ['avatars.get', 'avatars.list', 'account.get', 'webhooks.list', 'webhooks.get'],
    toChange: avatarChange,
    ...options,
  });

export type AvatarForm = ReturnType<typeof useAvatarForm>['form'];
