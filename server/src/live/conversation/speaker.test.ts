import { expect, it } from 'vitest';
import type { AvatarWithSecrets } from '../../avatars/index.ts';
import { createLog } from '../../kernel/index.ts';
import type { UserFacts } from '../identity/user-facts.ts';
import { Speaker } from './speaker.ts';

const avatar = {} as AvatarWithSecrets;
const nothing = () => {};

it('[SP26] the voice is prepared when the client wants sound, before there is a sentence', async () => {
  const prepared = Promise.withResolvers<string>();
  const silent = async function* () {};
  const speaker = new Speaker(
    {
      log: createLog('silent'),
      voiceFor: (requested) => ({
        speak: silent,
        prepare: () => prepared.resolve(requested === avatar ? 'this avatar’s' : 'another'),
      }),
    },
    {} as UserFacts,
    { avatar: () => avatar, send: nothing, sendSound: nothing },
    {
      handleFirstAudio: nothing,
      handleSilence: nothing,
      handleVoiceProblem: nothing,
      startVoiceSpan: () => null,
    },
  );
  speaker.setAudioWanted(true, false);
  expect(await prepared.promise).toBe('this avatar’s');
});
