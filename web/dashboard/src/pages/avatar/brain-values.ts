import type { Avatar, AvatarSettings } from '@parley/protocol/dashboard';

export type BrainValues = Pick<
  AvatarSettings,
  | 'brain'
  | 'chatTimeout'
  | 'sendsHeard'
  | 'filler'
  | 'fillerAfterMs'
  | 'apology'
  | 'fallbackReply'
  | 'modelName'
  | 'modelPrompt'
  | 'modelHistory'
> & {
  endpointUrl: string;
  modelUrl: string;
  endpointKey: string;
  modelKey: string;
  removesEndpointKey: boolean;
  removesModelKey: boolean;
};

export const brainForm = (avatar: Avatar): BrainValues => ({
  brain: avatar.brain,
  chatTimeout: avatar.chatTimeout,
  sendsHeard: avatar.sendsHeard,
  filler: avatar.filler,
  fillerAfterMs: avatar.fillerAfterMs,
  apology: avatar.apology,
  fallbackReply: avatar.fallbackReply,
  modelName: avatar.modelName,
  modelPrompt: avatar.modelPrompt,
  modelHistory: avatar.modelHistory,
  endpointUrl: avatar.endpointUrl ?? '',
  modelUrl: avatar.modelUrl ?? '',
  endpointKey: '',
  modelKey: '',
  removesEndpointKey: false,
  removesModelKey: false,
});
