import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { fill, strings } from '../../../strings/index.ts';
import classes from './Live.module.css';
import { QuickReplies } from './QuickReplies.tsx';
import type { Answering } from './use-answering.ts';

const text = strings.live;
const maxLength = 4_000;

/** What the person writes is said by the avatar. */
export function MessageField(props: {
  draft: string;
  onDraft: (draft: string) => void;
  quickReplies: readonly string[];
  silence: string;
  answering: Answering;
}) {
  const { draft, onDraft, quickReplies, answering } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [isListOpen, setListOpen] = useState(false);
  const isTaken = answering.take.isSuccess;
  useEffect(() => {
    if (isTaken) field.current?.focus();
  }, [isTaken]);
  const send = () => {
    if (draft.trim() === '') return;
    answering.say(draft.trim());
    onDraft('');
    field.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    // While a letter is composed, as in Japanese, Enter ends the composing.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    }
    if (event.key === '/' && draft === '' && quickReplies.length > 0) {
      event.preventDefault();
      setListOpen(true);
    }
  };
  return (
    <>
      <div className={classes.bar}>
        <Textarea
          ref={field}
          className={classes.field}
          aria-label={text.message}
          placeholder={quickReplies.length === 0 ? text.placeholder : text.placeholderQuick}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={maxLength}
          value={draft}
          onChange={({ currentTarget: { value } }) => {
            onDraft(value);
            if (value !== '') answering.typing();
          }}
          onKeyDown={handleKey}
        />
        <Button onClick={send} disabled={draft.trim() === ''}>
          {text.send}
        </Button>
        <QuickReplies
          replies={quickReplies}
          isOpen={isListOpen}
          onOpen={setListOpen}
          onChoose={(reply) => {
            onDraft(draft === '' ? reply : `${draft.trimEnd()} ${reply}`);
            answering.typing();
            field.current?.focus();
          }}
        />
        <Button
          className={classes.end}
          variant="default"
          loading={answering.release.isPending}
          onClick={() => answering.release.mutate({})}
        >
          {text.release}
        </Button>
      </div>
      <p className={classes.hint}>{fill(text.silence, { time: props.silence })}</p>
    </>
  );
}
