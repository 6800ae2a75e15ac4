import { expect, it } from 'vitest';
import { hasMoreWords, wordLimit } from './answer.ts';

/** Streams a reply, and says how many characters had come when there were enough words, and how many were read. */
function streamed(pieces: readonly string[], count: number) {
  let read = 0;
  const isEnough = wordLimit(count, (reply, most) => {
    read += reply.length;
    return hasMoreWords(reply, most);
  });
  let reply = '';
  for (const piece of pieces) {
    reply += piece;
    if (isEnough(reply)) return { read, cutAt: reply.length };
  }
  return { read, cutAt: null };
}

it('[RH2] a reply in many pieces without words is not read again for each of them', () => {
  const pieces = Array.from({ length: 20_000 }, () => '<b/>');
  const { read, cutAt } = streamed(pieces, 3);
  expect(cutAt).toBeNull();
  expect(read).toBeLessThan(30 * pieces.join('').length);
});

it('[RH2] a short reply is interrupted at the word, and a long one soon after it', () => {
  const words = Array.from({ length: 5_000 }, () => 'word ');
  expect(streamed(words, 3).cutAt).toBe(4 * 5);
  expect(streamed(words, 1_000).cutAt).toBeLessThan(1_100 * 5);
});
