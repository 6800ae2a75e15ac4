import { expect, it } from 'vitest';
import { newConversation } from './conversation.ts';
import { stepConversation } from './step-conversation.ts';
import type { SpeechItem } from './utterance.ts';

it('[LV86] a tag or the page sets the language of the sentences after it', () => {
  const said = (text: string): SpeechItem => ({ kind: 'sentence', text, markup: text });
  const language = (name: string): SpeechItem => ({
    ...{ kind: 'tag', name: 'svc-language', event: null, attributes: { name } },
  });
  const announce = (...items: SpeechItem[]) =>
    ({ kind: 'announce', as: 'say', items, interrupt: true, turn: 1 }) as const;
  let state = newConversation;
  const languages: [string, string | undefined][] = [];
  const inputs = [
    { kind: 'attached' },
    { kind: 'opened' },
    announce(said('Hello.'), language('de'), said('Hallo.')),
    announce(said('Ja.'), language('en'), said('Yes.')),
    { kind: 'language', language: 'fr' },
    announce(said('Oui.')),
  ] as const;
  for (const input of inputs) {
    const step = stepConversation(state, input);
    state = step.conversation;
    for (const effect of step.effects)
      if (effect.kind === 'send' && effect.frame.type === 'sentence')
        languages.push([effect.frame.text, effect.frame.language]);
  }
  expect(languages).toEqual([
    ['Hello.', undefined],
    ['Hallo.', 'de'],
    ['Ja.', 'de'],
    ['Yes.', 'en'],
    ['Oui.', 'fr'],
  ]);
});

it('[LV88] the words of a reply tell its language, and its end tells in which one the answer will be', () => {
  const said = (text: string): SpeechItem => ({ kind: 'sentence', text, markup: text });
  const german = 'Guten Tag, wie kann ich Ihnen heute helfen?';
  const english = 'We are open from Monday to Friday.';
  const ends = (language: string | null, ...texts: string[]) => {
    let state = { ...newConversation, language };
    const frames: (string | undefined)[] = [];
    for (const input of [
      { kind: 'attached' },
      { kind: 'opened' },
      { kind: 'announce', as: 'say', items: texts.map(said), interrupt: true, turn: 1 },
    ] as const) {
      const { conversation, effects } = stepConversation(state, input);
      state = conversation;
      for (const effect of effects)
        if (
          effect.kind === 'send' &&
          (effect.frame.type === 'sentence' || effect.frame.type === 'utterance-end')
        )
          frames.push(effect.frame.language);
    }
    return frames;
  };
  expect(ends(null, english, 'OK.')).toEqual([undefined, undefined, undefined]);
  expect(ends(null, 'OK.', german, 'OK.')).toEqual([undefined, 'de', 'de', 'de']);
  expect(ends('de', 'OK.', english, 'OK.')).toEqual(['de', 'en', 'en', 'en']);
  expect(ends('de', german, german, 'Wir sagen immer:', english)).toEqual(['de', 'de', 'de', 'en', 'de']);
});
