import type { WatchAnswer, WatchEntry } from '@parley/protocol/management';
import { describe, expect, it } from 'vitest';
import { emptyView, type LiveInput, type LiveView, stepLive } from './live-view.ts';

type Told = WatchEntry extends infer E ? (E extends WatchEntry ? Omit<E, 'n' | 'at'> : never) : never;

/** Plays a session to a page: entries are numbered by their place. */
function watchSession() {
  let n = 0;
  const answer = (told: readonly Told[], more: Partial<WatchAnswer> = {}): LiveInput => {
    const entries = told.map((entry) => {
      n += 1;
      return { n, at: n * 100, ...entry } as WatchEntry;
    });
    const now = { status: 'IDLE' as const, person: null, connected: true };
    return {
      kind: 'answer',
      answer: { epoch: 'e1', entries, last: n, missed: false, ended: false, now, ...more },
    };
  };
  return { answer };
}

const play = (...inputs: readonly LiveInput[]): LiveView => inputs.reduce(stepLive, emptyView);
const words = ({ lines }: LiveView) =>
  lines.map((line) => (line.kind === 'note' ? line.note.kind : `${line.kind}: ${line.text}`));
const ann = { id: 'p1', name: 'Ann' };
const annAnswers = { now: { status: 'IDLE' as const, person: ann, connected: true } };

describe('a live session on its page', () => {
  it('shows the words of the visitor as recognised, until the message is there', () => {
    const { answer } = watchSession();
    const hearing = play(
      answer([
        { kind: 'heard', text: 'when' },
        { kind: 'heard', text: 'when is high' },
      ]),
    );
    expect(hearing.heard).toBe('when is high');
    const asked = stepLive(
      hearing,
      answer([{ kind: 'question', turn: 1, text: 'When is high tide?', spoken: true }]),
    );
    expect(asked.heard).toBeNull();
    expect(words(asked)).toEqual(['visitor: When is high tide?']);
  });

  it('adds each sentence to its utterance, and ends with what the visitor heard', () => {
    const { answer } = watchSession();
    const saying = play(
      answer([
        { kind: 'sentence', utterance: 1, index: 0, text: 'At noon.', by: 'brain' },
        { kind: 'sentence', utterance: 1, index: 1, text: 'And at midnight.', by: 'brain' },
      ]),
    );
    expect(saying.lines).toMatchObject([{ text: 'At noon. And at midnight.', progress: 'saying' }]);
    const said = stepLive(
      saying,
      answer([{ kind: 'said', utterance: 1, text: 'At noon.', interrupted: true, by: 'brain' }]),
    );
    expect(said.lines).toMatchObject([{ text: 'At noon.', progress: 'said', interrupted: true }]);
  });

  it('goes on from the place at which it began to watch', () => {
    const { answer } = watchSession();
    expect(play(answer([], { last: 40 })).last).toBe(40);
  });

  it('takes an entry once, even if a connection that was cut sends it again', () => {
    const { answer } = watchSession();
    const first = answer([{ kind: 'question', turn: 1, text: 'Hello?', spoken: false }]);
    expect(words(play(first, { kind: 'lost' }, first))).toEqual(['visitor: Hello?']);
  });

  it('follows words of the person from the sending to the end, in the order of sending', () => {
    const { answer } = watchSession();
    const progress = (view: LiveView) =>
      view.lines.map((line) => (line.kind === 'avatar' ? `${line.text} ${line.progress}` : line.kind));
    const sent = play(
      { kind: 'sending', id: 'a', text: 'One. Two.', person: 'Ann' },
      { kind: 'queued', id: 'a' },
      { kind: 'sending', id: 'b', text: 'Three.', person: 'Ann' },
    );
    expect(progress(sent)).toEqual(['One. Two. queued', 'Three. sending']);
    const begun = stepLive(
      sent,
      answer([{ kind: 'sentence', utterance: 4, index: 0, text: 'One.', by: 'person' }], annAnswers),
    );
    expect(progress(begun)).toEqual(['One. Two. saying', 'Three. sending']);
    const further = [
      answer([{ kind: 'sentence', utterance: 4, index: 1, text: 'Two.', by: 'person' }], annAnswers),
      answer(
        [{ kind: 'said', utterance: 4, text: 'One. Two.', interrupted: false, by: 'person' }],
        annAnswers,
      ),
      answer([{ kind: 'sentence', utterance: 5, index: 0, text: 'Three.', by: 'person' }], annAnswers),
    ].reduce(stepLive, begun);
    expect(progress(further)).toEqual(['One. Two. said', 'Three. saying']);
    // The answer to the call comes after the avatar has begun.
    expect(progress(stepLive(further, { kind: 'queued', id: 'b' }))).toEqual([
      'One. Two. said',
      'Three. saying',
    ]);
  });

  it('does not take words that were refused for other words, and says so if they have arrived after all', () => {
    const { answer } = watchSession();
    const sentence = (utterance: number, text: string) =>
      answer([{ kind: 'sentence', utterance, index: 0, text, by: 'person' }], annAnswers);
    const refused = play(
      { kind: 'sending', id: 'a', text: 'Hello.', person: 'Ann' },
      { kind: 'refused', id: 'a' },
      sentence(1, 'From another page.'),
    );
    expect(refused.lines).toMatchObject([{ progress: 'refused' }, { progress: 'saying', person: 'Ann' }]);
    expect(stepLive(refused, { kind: 'again', id: 'a' }).lines).toMatchObject([{ progress: 'sending' }, {}]);
    expect(stepLive(refused, sentence(2, 'Hello.')).lines).toMatchObject([{ progress: 'saying' }, {}]);
  });

  it('names the person whose words another page has sent', () => {
    const { answer } = watchSession();
    const view = play(
      answer([{ kind: 'person', person: { name: 'Ann' }, why: 'taken' }], annAnswers),
      answer([{ kind: 'said', utterance: 1, text: 'Hello.', interrupted: false, by: 'person' }], annAnswers),
    );
    expect(view.lines).toMatchObject([{ kind: 'note' }, { person: 'Ann', text: 'Hello.' }]);
  });

  it('reads the transcript again after a gap, and forgets what was being said', () => {
    const { answer } = watchSession();
    const saying = play(
      answer([
        { kind: 'question', turn: 1, text: 'Hello?', spoken: false },
        { kind: 'sentence', utterance: 1, index: 0, text: 'Good', by: 'brain' },
        { kind: 'heard', text: 'and' },
      ]),
    );
    expect(saying.gaps).toBe(0);
    const entries: WatchEntry[] = [
      { n: 1, at: 900, kind: 'question', turn: 2, text: 'Again?', spoken: false },
    ];
    const moved = stepLive(saying, answer([], { epoch: 'e2', entries, last: 1 }));
    expect(moved).toMatchObject({ gaps: 1, heard: null, last: 1 });
    expect(words(moved)).toEqual(['visitor: Hello?', 'visitor: Again?']);
    expect(stepLive(saying, answer([], { missed: true, last: 90 }))).toMatchObject({ gaps: 1, last: 90 });
  });

  it('shows that a person is writing only while a person answers', () => {
    const { answer } = watchSession();
    const typing = play(answer([{ kind: 'typing', active: true }], annAnswers));
    expect(typing.isTyping).toBe(true);
    expect(stepLive(typing, answer([{ kind: 'person', person: null, why: 'lost' }])).isTyping).toBe(false);
  });

  it('ends without a connection if the session is over, whichever is known first', () => {
    const { answer } = watchSession();
    const open = play(answer([]), { kind: 'over' });
    expect([open.link, open.gaps]).toEqual(['open', 0]);
    const ended = [
      stepLive(open, { kind: 'lost' }),
      stepLive(open, { kind: 'away' }),
      play(answer([]), { kind: 'lost' }, { kind: 'over' }),
    ];
    for (const { link, gaps } of ended) expect([link, gaps]).toEqual(['ended', 1]);
    expect(stepLive(open, { kind: 'ended' })).toMatchObject({ link: 'ended', gaps: 0 });
  });

  it('stays ended, whatever the connection does', () => {
    const { answer } = watchSession();
    expect(play(answer([], { ended: true }), { kind: 'lost' }).link).toBe('ended');
    expect(play(answer([]), { kind: 'away' }, answer([])).link).toBe('open');
  });
});
