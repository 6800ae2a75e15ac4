import { Button } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { strings } from '../../../strings/index.ts';
import classes from './Live.module.css';

const text = strings.live;
/** Nearer to the end than this, the list follows new lines. */
const nearPx = 24;

/** A list that follows its end, unless the reader has scrolled up. */
export function ConversationLog({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  /** Where the end was when the lines were drawn last. */
  const end = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);
  const toEnd = () => box.current?.scrollTo({ top: box.current.scrollHeight });
  useLayoutEffect(() => {
    if (box.current === null) return;
    if (box.current.scrollTop > end.current - nearPx) toEnd();
    end.current = box.current.scrollHeight - box.current.clientHeight;
  });
  return (
    <div className={classes.logFrame}>
      <div
        ref={box}
        className={classes.log}
        role="log"
        aria-label={text.title}
        aria-relevant="additions"
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setAtEnd(scrollTop > scrollHeight - clientHeight - nearPx)
        }
      >
        {children}
      </div>
      {isAtEnd ? null : (
        <Button
          className={classes.newest}
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="down" size={14} />}
          onClick={toEnd}
        >
          {text.newest}
        </Button>
      )}
    </div>
  );
}
