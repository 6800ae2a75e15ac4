import { describe, expect, it } from 'vitest';
import { heldOutQuestions, unknownQuestions } from './testing/held-out-questions.ts';
import { tunedQuestions } from './testing/tuned-questions.ts';
import { sureScore, topicOf } from './understanding.ts';

const answeredBy = (question: string): string | null => {
  const match = topicOf(question);
  return match !== null && match.score >= sureScore ? match.id : null;
};

describe('a question of a newcomer', () => {
  it.each(tunedQuestions)('"%s" is answered by the topic %s', (question, topic) => {
    expect(answeredBy(question)).toBe(topic);
  });

  it('finds its topic in at least 84 of 100 cases if nothing was tuned on it', () => {
    const missed = heldOutQuestions.filter(([question, topic]) => answeredBy(question) !== topic);
    const shown = missed.map(([question, topic]) => `${question} → ${answeredBy(question)}, not ${topic}`);
    expect(shown.length, shown.join('\n')).toBeLessThanOrEqual(0.16 * heldOutQuestions.length);
  });

  it('is in only one of the two lists', () => {
    const tuned = new Set(tunedQuestions.map(([question]) => question.toLowerCase()));
    expect(heldOutQuestions.filter(([question]) => tuned.has(question.toLowerCase()))).toEqual([]);
  });

  it.each(unknownQuestions)('"%s" is not answered with another topic', (question) => {
    expect(answeredBy(question)).toBeNull();
  });
});
