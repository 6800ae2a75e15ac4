import { textRecord, textTable } from '../table.ts';

export type SessionView = Readonly<
  Record<
    'id' | 'avatar' | 'user_id' | 'user_name' | 'state' | 'status' | 'created_at' | 'end_reason',
    string | null
  >
> & { readonly duration: number };

type Turn = {
  readonly number: number;
  readonly kind: string;
  readonly outcome: string;
  readonly receivedAt: number;
  readonly heard: string | null;
} & Readonly<Record<(typeof moments)[number], number | null>>;

type Entry = {
  readonly speaker: string;
  readonly message: string;
  readonly timestamp: number;
  readonly interrupted?: boolean;
};

type Event = { readonly sequence: number; readonly name: string; readonly details: EventDetails };
type EventDetails = Readonly<Record<string, unknown>>;

const moments = ['sentAt', 'firstByteAt', 'firstSentenceAt', 'firstAudioAt', 'endedAt'] as const;

/** A session as text: its facts, transcript, turn times and events. */
export function sessionText(
  shown: SessionView & { turns: readonly Turn[]; transcript: readonly Entry[]; events: readonly Event[] },
): string {
  const { turns, transcript, events, ...session } = shown;
  return [
    textRecord(session),
    `\nTranscript\n${transcript.length === 0 ? 'none' : transcript.map(entryText).join('\n')}`,
    `\nTurns, in milliseconds after the message came\n${turnTable(turns)}`,
    `\nEvents\n${eventTable(events)}`,
  ].join('\n');
}

function entryText({ speaker, message, timestamp, interrupted }: Entry): string {
  const cut = interrupted === true ? ' (interrupted)' : '';
  return `${new Date(timestamp).toISOString()}  ${speaker}: ${message}${cut}`;
}

function turnTable(turns: readonly Turn[]): string {
  return textTable(
    ['TURN', 'KIND', 'OUTCOME', 'SENT', 'FIRST BYTE', 'SENTENCE', 'AUDIO', 'END', 'HEARD'],
    turns.map((turn) => [
      String(turn.number),
      turn.kind,
      turn.outcome,
      ...moments.map((moment) => sinceText(turn[moment], turn.receivedAt)),
      turn.heard ?? '-',
    ]),
  );
}

const sinceText = (moment: number | null | undefined, start: number): string =>
  typeof moment === 'number' ? String(Math.round(moment - start)) : '-';

function eventTable(events: readonly Event[]): string {
  return textTable(
    ['NUMBER', 'EVENT', 'STATE', 'REASON'],
    events.map(({ sequence, name, details }) => [
      String(sequence),
      name,
      String(details.state ?? '-'),
      String(details.reason ?? '-'),
    ]),
  );
}
