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
