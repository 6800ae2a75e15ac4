import { describe, expect, it } from 'vitest';
import { addTranscript } from './add-transcript.ts';
import { type Line, notYet } from './live-view.ts';

const visitor = (at: number, text: string, message: number | null): Line => ({
  kind: 'visitor',
  key: `v${at}`,
  at,
  text,
  message,
});
const queued = (key: string, text: string): Line => ({
  kind: 'avatar',
  key,
  at: notYet,
  by: 'person',
  person: 'Ann',
  text,
  progress: 'queued',
  interrupted: false,
  utterance: null,
  message: null,
  isWhole: true,
});
const asked = (timestamp: number, message: string) => ({ speaker: 'user' as const, message, timestamp });
const texts = (lines: readonly Line[]) => lines.map((line) => (line.kind === 'note' ? '' : line.text));

describe('the transcript in a live conversation', () => {
  it('comes before the lines and where the page has missed some, without those that both have', () => {
    const lines = [visitor(2_000, 'Yes', 2), visitor(4_000, 'Go on', null)];
    const transcript = [asked(1_000, 'Yes'), asked(2_000, 'Yes'), asked(3_000, 'No')];
    expect(texts(addTranscript(lines, transcript))).toEqual(['Yes', 'Yes', 'No', 'Go on']);
  });

  it('names the person whose words the avatar said', () => {
    const entry = { speaker: 'avatar' as const, message: 'Hello.', timestamp: 1, source: 'person' as const };
    expect(addTranscript([], [{ ...entry, person: 'Ann' }])).toMatchObject([{ by: 'person', person: 'Ann' }]);
  });

  it('leaves words that are not yet said at the end', () => {
    const lines = [queued('a', 'First.'), queued('b', 'Second.'), visitor(2_000, 'Now', 2)];
    expect(texts(addTranscript(lines, [asked(1_000, 'Before')]))).toEqual([
      'Before',
      'Now',
      'First.',
      'Second.',
    ]);
  });
});
