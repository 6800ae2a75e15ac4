import { Button } from '@mantine/core';
import { strings } from '../../../strings/index.ts';
import { TranscriptLine } from '../TranscriptLine.tsx';
import { type AvatarLine, type Line, notYet } from './live-view.ts';
import { NoteView } from './NoteView.tsx';

const text = strings.live;

export type Names = { readonly visitor: string; readonly avatar: string };

/** One line of a live conversation. */
export function LineView(props: {
  line: Line;
  names: Names;
  onSendAgain: (id: string, text: string) => void;
}) {
  const { line, names } = props;
  if (line.kind === 'note') return <NoteView at={line.at} note={line.note} />;
  const shown = { at: line.at === notYet ? null : line.at, text: line.text };
  if (line.kind === 'visitor') return <TranscriptLine speaker="user" who={names.visitor} {...shown} />;
  return (
    <TranscriptLine
      speaker="avatar"
      who={line.person ?? names.avatar}
      marks={marksOf(line)}
      isOpen={line.progress !== 'said'}
      isPerson={line.by === 'person'}
      {...shown}
    >
      {line.progress === 'refused' ? (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          onClick={() => props.onSendAgain(line.key, line.text)}
        >
          {text.sendAgain}
        </Button>
      ) : null}
    </TranscriptLine>
  );
}

/** Who speaks, if it is not the brain, and how far the words are. Those of people show their end, too. */
const marksOf = ({ by, progress, interrupted }: AvatarLine): readonly string[] => [
  text.by[by],
  interrupted
    ? strings.session.interrupted
    : progress === 'said' && by !== 'person'
      ? ''
      : text.progress[progress],
];
