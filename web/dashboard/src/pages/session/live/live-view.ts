import type { WatchAnswer, WatchEntry, WatchedSpeaker, WatchNow } from '@parley/protocol/management';

/** How far words are that the avatar says. The first two are only for words that were sent from this page. */
export type Progress = 'sending' | 'queued' | 'saying' | 'said' | 'refused';

export type VisitorLine = {
  readonly kind: 'visitor';
  readonly key: string;
  readonly at: number;
  readonly text: string;
  /** Its number in the transcript, from 1. */
  readonly message: number | null;
};
export type AvatarLine = {
  readonly kind: 'avatar';
  readonly key: string;
  readonly at: number;
  readonly by: WatchedSpeaker;
  /** The person whose words they are. */
  readonly person: string | null;
  readonly text: string;
  readonly progress: Progress;
  readonly interrupted: boolean;
  /** Null for words of this page that the avatar has not begun to say. */
  readonly utterance: number | null;
  /** Its number in the transcript, from 1. Null until it is over. */
  readonly message: number | null;
  /** All words are there from the beginning, because this page has sent them. */
  readonly isWhole: boolean;
};
export type Note = Extract<
  WatchEntry,
  { kind: 'tag' | 'event' | 'turn' | 'person' | 'link' | 'request' | 'held' }
>;
export type NoteLine = {
  readonly kind: 'note';
  readonly key: string;
  readonly at: number;
  readonly note: Note;
};
export type Line = VisitorLine | AvatarLine | NoteLine;

/** What the page of a live session knows about it. */
export type LiveView = {
  readonly epoch: string | null;
  readonly last: number;
  readonly lines: readonly Line[];
  /** Words of the visitor as recognised so far. */
  readonly heard: string | null;
  readonly isTyping: boolean;
  /** Null until the first answer. */
  readonly now: WatchNow | null;
  readonly link: 'open' | 'lost' | 'away' | 'ended';
  /** The session is over. Its last lines may still be on their way. */
  readonly isOver: boolean;
  /** Counts up when lines are missing and the transcript must be read again. */
  readonly gaps: number;
};

export const emptyView: LiveView = {
  epoch: null,
  last: 0,
  lines: [],
  heard: null,
  isTyping: false,
  now: null,
  link: 'open',
  isOver: false,
  gaps: 0,
};

export type LiveInput =
  | { readonly kind: 'answer'; readonly answer: WatchAnswer }
  | { readonly kind: 'lost' | 'away' | 'ended' | 'over' }
  | {
      readonly kind: 'sending';
      readonly id: string;
      readonly text: string;
      readonly person: string;
    }
  | { readonly kind: 'queued' | 'refused' | 'again'; readonly id: string };

/** The time of words that the avatar has not begun to say. They come after everything else. */
export const notYet = Number.POSITIVE_INFINITY;

/** A page that stays open for hours must not become slow. */
const maxLines = 500;

export function stepLive(view: LiveView, input: LiveInput): LiveView {
  switch (input.kind) {
    case 'answer':
      return takeAnswer(view, input.answer);
    case 'lost':
    case 'away':
    case 'ended':
      return withMissedEnd({ ...view, link: view.link === 'ended' ? 'ended' : input.kind });
    case 'over':
      return withMissedEnd({ ...view, isOver: true });
    case 'sending': {
      const { id: key, text, person } = input;
      const line: AvatarLine = {
        kind: 'avatar',
        key,
        at: notYet,
        by: 'person',
        person,
        text,
        progress: 'sending',
        interrupted: false,
        utterance: null,
        message: null,
        isWhole: true,
      };
      return { ...view, lines: [...view.lines, line] };
    }
    case 'queued':
    case 'refused':
    case 'again': {
      const progress = input.kind === 'again' ? 'sending' : input.kind;
      return changeLine(
        view,
        (line) => line.key === input.id && line.utterance === null,
        (line) => ({ ...line, progress }),
      );
    }
  }
}

/** The service refuses to show a session that is over. So a page that was not connected does not learn of the end there. */
const withMissedEnd = (view: LiveView): LiveView =>
  view.isOver && (view.link === 'lost' || view.link === 'away')
    ? { ...view, link: 'ended', gaps: view.gaps + 1 }
    : view;

function takeAnswer(view: LiveView, answer: WatchAnswer): LiveView {
  const isSame = view.epoch === answer.epoch;
  const isGap = answer.missed || (view.epoch !== null && !isSame);
  // After a gap the end of what was being said is unknown. The transcript has it.
  const kept = isGap
    ? view.lines.filter((line) => line.kind !== 'avatar' || line.progress !== 'saying')
    : view.lines;
  const start: LiveView = {
    ...view,
    lines: kept,
    epoch: answer.epoch,
    last: isSame ? view.last : 0,
    heard: isGap ? null : view.heard,
    now: answer.now,
    gaps: view.gaps + (isGap ? 1 : 0),
    link: answer.ended ? 'ended' : 'open',
  };
  const next = answer.entries.filter(({ n }) => n > start.last).reduce(takeEntry, start);
  const isTyping = answer.now.person !== null && next.isTyping;
  // A page that is new or has missed entries gets none of the earlier ones: the transcript has the words.
  const last = answer.entries.at(-1)?.n ?? answer.last;
  return { ...next, last, isTyping, lines: next.lines.slice(-maxLines) };
}

function takeEntry(before: LiveView, entry: WatchEntry): LiveView {
  const view = { ...before, last: entry.n };
  const at = { key: `${view.epoch} ${entry.n}`, at: entry.at };
  switch (entry.kind) {
    case 'heard':
      return { ...view, heard: entry.text === '' ? null : entry.text };
    case 'question':
      return {
        ...view,
        heard: null,
        lines: [...view.lines, { kind: 'visitor', ...at, text: entry.text, message: entry.message ?? null }],
      };
    case 'sentence':
    case 'said':
      return takeWords(view, entry, at);
    case 'typing':
      return { ...view, isTyping: entry.active };
    case 'status':
      return view;
    default:
      return { ...view, lines: [...view.lines, { kind: 'note', ...at, note: entry }] };
  }
}

type Words = Extract<WatchEntry, { kind: 'sentence' | 'said' }>;

/** A sentence is added to its utterance. The end of an utterance says what was heard of it. */
function takeWords(view: LiveView, entry: Words, at: { key: string; at: number }): LiveView {
  const line = lineOf(view.lines, entry);
  const isOver = entry.kind === 'said';
  const message = isOver ? (entry.message ?? null) : null;
  if (line === undefined) {
    if (isOver && entry.text === '') return view;
    const added: AvatarLine = {
      kind: 'avatar',
      ...at,
      by: entry.by,
      person: entry.by === 'person' ? personIn(view) : null,
      text: entry.text,
      progress: isOver ? 'said' : 'saying',
      interrupted: isOver && entry.interrupted,
      utterance: entry.utterance,
      message,
      isWhole: isOver,
    };
    return { ...view, lines: [...view.lines, added] };
  }
  const soFar = line.isWhole || isOver ? line.text : `${line.text} ${entry.text}`;
  return changeLine(
    view,
    (each) => each === line,
    () => ({
      ...line,
      at: Math.min(line.at, entry.at),
      utterance: entry.utterance,
      message,
      progress: isOver ? 'said' : 'saying',
      interrupted: isOver && entry.interrupted,
      text: isOver && entry.text !== '' ? entry.text : soFar,
    }),
  );
}

/** The line of an utterance: one that has begun, or the first words of this page that have not. */
function lineOf(lines: readonly Line[], { utterance, by, text }: Words): AvatarLine | undefined {
  const avatar = lines.filter((line) => line.kind === 'avatar');
  const begun = avatar.findLast((line) => line.utterance === utterance && line.progress === 'saying');
  if (begun !== undefined || by !== 'person') return begun;
  const waiting = avatar.filter((line) => line.utterance === null);
  // Words whose call failed may have arrived after all.
  return (
    waiting.find((line) => line.text.includes(text)) ?? waiting.find(({ progress }) => progress !== 'refused')
  );
}

function personIn(view: LiveView): string | null {
  const told = view.lines.findLast((line) => line.kind === 'note' && line.note.kind === 'person');
  const note = told?.kind === 'note' && told.note.kind === 'person' ? told.note.person : null;
  return note?.name ?? view.now?.person?.name ?? null;
}

const changeLine = (
  view: LiveView,
  which: (line: AvatarLine) => boolean,
  change: (line: AvatarLine) => AvatarLine,
): LiveView => ({
  ...view,
  lines: view.lines.map((line) => (line.kind === 'avatar' && which(line) ? change(line) : line)),
});
