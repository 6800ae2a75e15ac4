import type { ReactNode } from 'react';
import { clockTime } from '../../components/values/format-time.ts';
import classes from './Session.module.css';

/** Words of the visitor or of the avatar, in a list. */
export function TranscriptLine(props: {
  speaker: 'user' | 'avatar';
  who: string;
  /** Null if they have not begun. */
  at: number | null;
  text: string;
  /** Facts about the words, such as "interrupted". Empty texts are left out. */
  marks?: readonly string[];
  /** Words that may still change, or are not yet said. */
  isOpen?: boolean;
  isPerson?: boolean;
  children?: ReactNode;
}) {
  const { speaker, at, marks = [] } = props;
  return (
    <li
      className={classes.said}
      data-speaker={speaker}
      data-open={props.isOpen || undefined}
      data-person={props.isPerson || undefined}
    >
      <span className={classes.who}>
        {props.who}
        {at === null ? null : (
          <time className="number" dateTime={new Date(at).toISOString()}>
            {clockTime(at)}
          </time>
        )}
        {marks
          .filter((mark) => mark !== '')
          .map((mark) => (
            <em key={mark}>{mark}</em>
          ))}
      </span>
      <p className={classes.text}>{props.text}</p>
      {props.children}
    </li>
  );
}
