import type { ServerFrame } from '@parley/protocol';
import { expect, it } from 'vitest';
import { Emitter } from '../../emitter.ts';
import type { ParleyEvents } from '../events.ts';
import { SpokenLanguage } from './spoken-language.ts';

class Events extends Emitter<ParleyEvents> {}

function call(language?: string, onHear = (_name: string): unknown => null) {
  const events = new Events();
  const heard: string[] = [];
  const shown: string[] = [];
  const spoken = new SpokenLanguage(events, async (name) => {
    heard.push(name);
    onHear(name);
  });
  events.on('language', ({ language: name }) => shown.push(name));
  const join = (name?: string) => events.emit('auth-success', { sessionId: 's', avatar: { language: name } });
  join(language);
  const frame = (part: object) => events.emit('websocket-message', part as ServerFrame);
  const speak = (active: boolean) => events.emit('avatar-speech', { active });
  return { heard, shown, spoken, frame, speak, join };
}

it('the hearing follows a reply in another language when the avatar is silent, and back', () => {
  const { heard, shown, frame, speak } = call('en');
  speak(true);
  frame({ type: 'utterance-end', utterance: 1, sentences: 2, language: 'de' });
  expect(heard).toEqual([]);
  speak(false);
  expect(heard).toEqual(['de']);
  frame({ type: 'utterance-end', utterance: 2, sentences: 1, language: 'de-AT' });
  frame({ type: 'utterance-end', utterance: 3, sentences: 1 });
  frame({ type: 'utterance-end', utterance: 4, sentences: 1, language: 'en' });
  expect(heard).toEqual(['de', 'en']);
  expect(shown).toEqual(heard);
});

it('a tag and the page change it, too', () => {
  const { heard, spoken, frame } = call('de');
  frame({ type: 'tag', name: 'svc-language', attributes: { name: 'fr' } });
  frame({ type: 'tag', name: 'svc-look', attributes: { name: 'es' } });
  expect(spoken.set('en')).toBe(true);
  expect(spoken.set(false)).toBe(false);
  expect(heard).toEqual(['fr', 'en']);
});

it('a page that changes it at an event of the microphone gets the last word', () => {
  const { heard, shown, spoken } = call('en', (name) => name === 'de' && spoken.set('fr'));
  spoken.set('de');
  expect([heard, shown]).toEqual([['de', 'fr'], ['fr']]);
});

it('a second call hears the language of its avatar, whatever the first one ended in', () => {
  const { heard, frame, join } = call('en');
  join('en');
  expect(heard).toEqual([]);
  frame({ type: 'utterance-end', utterance: 1, sentences: 1, language: 'de' });
  join('en');
  frame({ type: 'utterance-end', utterance: 1, sentences: 1, language: 'en' });
  join('en');
  expect(heard).toEqual(['de', 'en']);
  frame({ type: 'utterance-end', utterance: 1, sentences: 1, language: 'de' });
  join();
  expect(heard).toEqual(['de', 'en', 'de', '']);
});

it('a second call hears the language that the page has chosen, whatever the first one ended in', () => {
  const { heard, spoken, frame, join } = call('en');
  spoken.set('de');
  void spoken.choose('fr');
  join('en');
  expect(heard).toEqual(['de', 'fr']);
  frame({ type: 'utterance-end', utterance: 1, sentences: 1, language: 'es' });
  join('en');
  expect(heard).toEqual(['de', 'fr', 'es', 'en']);
});
