import type { PersonRequest, SessionDetail } from '@parley/protocol/management';
import { textRecord, textTable } from '../../table.ts';

type Turn = SessionDetail['turns'][number];
type Moment = 'sentAt' | 'firstByteAt' | 'firstSentenceAt' | 'firstAudioAt' | 'endedAt';

/** A session as text: its facts, transcript, turn times and events. */
export function sessionText(shown: SessionDetail): string {
  const {
    turns,
    transcript,
    events,
    gateway: _,
    avatar,
    user,
    rating,
    person,
    personRequest,
    ...session
  } = shown;
  return [
    textRecord({
      ...session,
      avatar: avatar.id,
      userId: user.id,
      userName: user.name,
      rating: ratingText(rating),
      answering: person?.name ?? 'the brain',
      waitsForPerson: personRequest === null ? null : requestText(personRequest),
    }),
    `\nTranscript\n${transcript.length === 0 ? 'none' : transcript.map(entryText).join('\n')}`,
    `\nTurns, in milliseconds after the message arrived\n${turnTable(turns)}`,
    ...failures(turns),
    `\nEvents\n${textTable({ NUMBER: 'sequence', EVENT: 'name', STATE: ({ details }) => details.state, REASON: ({ details }) => details.reason }, events)}`,
  ].join('\n');
}

function ratingText(rating: SessionDetail['rating']): string | null {
  if (rating === null) return null;
  return `${rating.stars} of 5${rating.comment === '' ? '' : `: ${rating.comment.replaceAll(/\s+/g, ' ').trim()}`}`;
}

const requestText = ({ at, reason }: PersonRequest): string =>
  `since ${new Date(at).toISOString()}${reason === '' ? '' : `: ${reason}`}`;

function entryText({
  speaker,
  message,
  timestamp,
  interrupted,
  source,
  person,
}: SessionDetail['transcript'][number]): string {
  const cut = interrupted === true ? ' (interrupted)' : '';
  const whose =
    source === undefined ? '' : ` (words of ${source === 'page' ? 'the page' : (person ?? 'a person')})`;
  return `${new Date(timestamp).toISOString()}  ${speaker}: ${message}${cut}${whose}`;
}

/** Why turns failed, a line for each. */
function failures(turns: readonly Turn[]): string[] {
  const lines = turns.flatMap(({ number, problem }) =>
    problem === null ? [] : [`Turn ${number}: ${problem}`],
  );
  return lines.length === 0 ? [] : [`\nWhat went wrong\n${lines.join('\n')}`];
}

function turnTable(turns: readonly Turn[]): string {
  const since = (moment: Moment) => (turn: Turn) => {
    const at = turn[moment];
    return at === null ? null : Math.round(at - turn.receivedAt);
  };
  return textTable(
    {
      TURN: 'number',
      KIND: 'kind',
      OUTCOME: 'outcome',
      SENT: since('sentAt'),
      'FIRST BYTE': since('firstByteAt'),
      SENTENCE: since('firstSentenceAt'),
      AUDIO: since('firstAudioAt'),
      END: since('endedAt'),
      HEARD: 'heard',
    },
    turns,
  );
}
