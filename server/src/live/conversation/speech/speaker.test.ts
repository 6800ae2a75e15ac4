import { expect, it } from 'vitest';
import type { AvatarWithSecrets } from '../../../avatars/index.ts';
import { createLog } from '../../../kernel/index.ts';
import type { UserFacts } from '../../identity/user-facts.ts';
import { Speaker, type SpeakerParts } from './speaker.ts';

const avatar = {} as AvatarWithSecrets;
const nothing = () => {};
const recorder = { noteFirstAudio: nothing, noteVoiceProblem: nothing };
const parts: SpeakerParts = {
  user: {} as UserFacts,
  session: { avatar: () => avatar, send: nothing, sendSound: nothing },
  recorder,
  traces: null,
};
const silent = async function* () {};

it('[SP26] the voice is prepared when the client wants sound, before there is a sentence', async () => {
  const prepared = Promise.withResolvers<string>();
  const speaker = new Speaker(
    {
      log: createLog('silent'),
      voiceFor: (requested) => ({
        speak: silent,
        prepare: () => prepared.resolve(requested === avatar ? 'this avatar’s' : 'another'),
      }),
    },
    parts,
    { take: nothing },
  );
  speaker.setAudioWanted(true, false);
  expect(await prepared.promise).toBe('this avatar’s');
});

it('[LV34] a sentence that comes in the moment in which the queue has become empty is spoken', async () => {
  const spoken: string[] = [];
  const second = Promise.withResolvers<void>();
  const sentence = (index: number, text: string) =>
    ({ type: 'sentence', utterance: 1, index, text, markup: text }) as const;
  const speaker = new Speaker(
    {
      log: createLog('silent'),
      voiceFor: () => ({
        speak({ text }) {
          spoken.push(text);
          if (text === 'two') second.resolve();
          return silent();
        },
      }),
    },
    parts,
    {
      // The microtask runs right after the last look into the queue.
      take() {
        if (spoken.length === 1) queueMicrotask(() => speaker.say(sentence(1, 'two'), 1));
      },
    },
  );
  speaker.setAudioWanted(true, false);
  speaker.say(sentence(0, 'one'), 1);
  await second.promise;
  expect(spoken).toEqual(['one', 'two']);
});

it('[SP141] words that the voice cannot read are noted with their turn, once in a session', async () => {
  const noted: unknown[] = [];
  const heard: number[] = [];
  const last = Promise.withResolvers<void>();
  const speaker = new Speaker(
    {
      log: createLog('silent'),
      voiceFor: () => ({
        async *speak() {
          yield { kind: 'unread', message: 'no' };
        },
      }),
    },
    {
      ...parts,
      recorder: { ...recorder, noteVoiceProblem: (turn, message) => noted.push([turn, message]) },
    },
    {
      take({ utterance }) {
        heard.push(utterance);
        if (heard.length === 2) last.resolve();
      },
    },
  );
  speaker.setAudioWanted(true, false);
  const sentence = { type: 'sentence', index: 0, text: 'x', markup: 'x' } as const;
  speaker.say({ ...sentence, utterance: 1 }, 1);
  speaker.say({ ...sentence, utterance: 2 }, 2);
  await last.promise;
  expect(noted).toEqual([[1, 'no']]);
});
