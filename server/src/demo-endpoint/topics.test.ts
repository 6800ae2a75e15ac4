import { globSync, readFileSync } from 'node:fs';
import { parseServiceTag, readMarkup, speechText } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { fill } from './fill-in-facts.ts';
import texts from './knowledge/texts.json' with { type: 'json' };
import tour from './knowledge/tour.json' with { type: 'json' };
import { askables, topics } from './topics.ts';
import { sureScore, topicOf } from './understanding.ts';

const { suggestions, ...spoken } = texts;
const facts = {
  name: 'Ada',
  project: 'a guide',
  time: 'noon',
  heard: 'two',
  title: 'voices',
  first: 'voices',
  second: 'faces',
  tag: 'order',
  fields: 'id is 7',
  shown: 'This.',
};
const templates = [
  ...Object.values(topics).flatMap(({ answers, known = [], later = [], offer }) =>
    [answers, known, later, offer?.question ?? []].flat(),
  ),
  ...tour.steps.map(({ text }) => text),
  tour.end,
  ...Object.values(spoken).flat(),
];
const sentences = templates.flatMap((template) => [fill(template, facts), fill(template, {})]);

describe('what the demo avatar says', () => {
  it('has only tags that the service knows', () => {
    for (const text of sentences) {
      for (const segment of readMarkup(text)) {
        if (segment.kind === 'service')
          expect(parseServiceTag(segment.tag), text).toMatchObject({ ok: true });
        if (segment.kind === 'custom') expect(segment.tag.name).toBe('svc-custom-demo');
      }
    }
  });

  it('is made of short sentences, without whole addresses or signs of code', () => {
    for (const text of sentences) {
      const words = speechText(text);
      for (const sentence of words.split(/(?<=[.!?])\s+/))
        expect(sentence.split(' ').length, sentence).toBeLessThanOrEqual(32);
      expect(words).not.toMatch(/https?:|[{}`_$]/);
    }
  });

  it('contains only facts that the avatar can know', () => {
    const named = templates.flatMap((template) => [...template.matchAll(/\$(\w+)/g)].map(([, fact]) => fact));
    expect(new Set(named)).toEqual(new Set(Object.keys(facts)));
    for (const { asksFor } of Object.values(topics))
      expect([undefined, 'name', 'project']).toContain(asksFor);
  });

  it('leads to topics that exist', () => {
    const ids = Object.keys(askables);
    const offers = Object.values(topics).flatMap(({ offer }) => offer?.topic ?? []);
    const shows = tour.steps.flatMap(({ topic }) => topic ?? []);
    expect(ids).toEqual(expect.arrayContaining([...offers, ...shows]));
    for (const id of suggestions) expect(topics[id]?.title, id).toBeDefined();
  });

  it('is found by each of its own examples', () => {
    const missed = Object.entries(askables).flatMap(([id, { asks }]) =>
      asks.filter((ask) => {
        const match = topicOf(ask);
        return match === null || match.id !== id || match.score < sureScore;
      }),
    );
    expect(missed).toEqual([]);
  });

  it('has a different name for each topic in all files', () => {
    const files = globSync('*.json', { cwd: new URL('./knowledge', import.meta.url) });
    const names = files
      .filter((file) => !['texts.json', 'tour.json', 'words.json'].includes(file))
      .flatMap((file) => {
        const text = readFileSync(new URL(`./knowledge/${file}`, import.meta.url), 'utf8');
        return Object.keys(JSON.parse(text) as object);
      });
    expect(names.toSorted()).toEqual(Object.keys(askables).toSorted());
  });
});
