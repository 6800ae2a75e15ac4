import { describe, expect, it } from 'vitest';
import { type TranscriptEntry, type TranscriptInput, transcriptStep } from './transcript.ts';

const after = (...inputs: TranscriptInput[]) => inputs.reduce<readonly TranscriptEntry[]>(transcriptStep, []);
const plain = (entries: readonly TranscriptEntry[]) =>
  entries.map(
    ({ speaker, text, final, interrupted }) =>
      `${speaker}: ${text}${final ? '' : ' …'}${interrupted ? ' (cut)' : ''}`,
  );
const said = (index: number, text: string, final = true): TranscriptInput => ({
  kind: 'avatar',
  utterance: 1,
  index,
  text,
  final,
});

describe('the transcript of a call', () => {
  it('grows by sentences, each in one entry from its first word to its last', () => {
    const entries = after(said(0, 'Good', false), said(0, 'Good day.'), said(1, 'How', false));
    expect(plain(entries)).toEqual(['avatar: Good day.', 'avatar: How …']);
  });

  it('partial words are replaced by the final words in the same place', () => {
    const entries = after(
      { kind: 'user', text: 'what is', final: false },
      { kind: 'user', text: 'What is this?', final: true },
      said(0, 'A test.'),
      { kind: 'user', text: 'Thanks.', final: true },
    );
    expect(plain(entries)).toEqual(['user: What is this?', 'avatar: A test.', 'user: Thanks.']);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(3);
  });

  it('an interruption keeps what was heard', () => {
    expect(plain(after(said(0, 'I was'), { kind: 'interrupted' }))).toEqual(['avatar: I was (cut)']);
    expect(plain(after({ kind: 'interrupted' }))).toEqual([]);
  });

  it('a new call begins empty', () => {
    expect(after(said(0, 'Hello.'), { kind: 'begin' })).toEqual([]);
  });
});
