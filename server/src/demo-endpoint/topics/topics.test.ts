import { parseServiceTag, readMarkup, speechText } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { commandAsks } from '../commands.ts';
import { tourEnd, tourSteps } from '../tour.ts';
import { sureScore, topicOf } from '../understanding.ts';
import { callbackMessage, topics } from './index.ts';

const visitor = { name: 'Ada', project: 'a guide' };
const texts = [
  ...Object.values(topics).flatMap(({ answers }) =>
    answers.map((answer) => (typeof answer === 'string' ? answer : answer(visitor))),
  ),
  ...tourSteps.map(({ lead }) => lead),
  tourEnd,
  callbackMessage,
];

describe('what the demo avatar says', () => {
  it('has only tags that the service knows', () => {
    for (const text of texts) {
      for (const segment of readMarkup(text)) {
        if (segment.kind === 'service')
          expect(parseServiceTag(segment.tag), text).toMatchObject({ ok: true });
        if (segment.kind === 'custom') expect(segment.tag.name).toBe('svc-custom-demo');
      }
    }
  });

  it('is made of short sentences, without addresses that cannot be spoken', () => {
    for (const text of texts) {
      const words = speechText(text);
      for (const sentence of words.split(/(?<=[.!?])\s+/))
        expect(sentence.split(' ').length, sentence).toBeLessThanOrEqual(32);
      expect(words).not.toMatch(/https?:|\/\w|[{}`_]/);
    }
  });

  it('leads to topics that exist', () => {
    const ids = new Set([...Object.keys(topics), 'tour']);
    for (const { offer } of Object.values(topics))
      if (offer !== undefined) expect(ids).toContain(offer.topic);
    for (const { topic } of tourSteps) if (topic !== undefined) expect(ids).toContain(topic);
  });

  it('is found by each of its own examples', () => {
    const asks = Object.entries({
      ...commandAsks,
      ...Object.fromEntries(Object.entries(topics).map(([id, { asks }]) => [id, asks])),
    });
    const missed = asks.flatMap(([id, examples]) =>
      examples.filter((example) => {
        const match = topicOf(example);
        return match === null || match.id !== id || match.score < sureScore;
      }),
    );
    expect(missed).toEqual([]);
  });
});
