import type { Avatar, AvatarSettings } from '@parley/protocol/dashboard';

export type AdvancedValues = Pick<
  AvatarSettings,
  'private' | 'maxSessionDuration' | 'idleTimeout' | 'transcript' | 'embedOrigins'
> & {
  maxSessions: number | '';
  webhookId: string;
};

export const advancedForm = (avatar: Avatar): AdvancedValues => ({
  private: avatar.private,
  maxSessionDuration: avatar.maxSessionDuration,
  idleTimeout: avatar.idleTimeout,
  transcript: avatar.transcript,
  embedOrigins: [...avatar.embedOrigins],
  maxSessions: avatar.maxSessions ?? '',
  webhookId: avatar.webhookId ?? '',
});
