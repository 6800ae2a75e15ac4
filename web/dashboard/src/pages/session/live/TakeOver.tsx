import { Button, Checkbox } from '@mantine/core';
import type { SessionDetail } from '@parley/protocol/management';
import { useEffect, useRef, useState } from 'react';
import { useNow } from '../../../components/values/use-now.ts';
import { strings } from '../../../strings/index.ts';
import { PersonCell } from '../../sessions/PersonCell.tsx';
import classes from './Live.module.css';
import type { Answering } from './use-answering.ts';

const text = strings.live;

/** One press pauses the brain. A reply in progress is cut, unless the person lets it finish. */
export function TakeOver(props: { session: SessionDetail; answering: Answering }) {
  const { take, release } = props.answering;
  const now = useNow(1_000);
  const [finishes, setFinishes] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isBack = release.isSuccess;
  useEffect(() => {
    if (isBack) button.current?.focus();
  }, [isBack]);
  return (
    <>
      {props.session.personRequest === null ? null : (
        <div className={classes.request}>
          <PersonCell session={props.session} now={now} />
        </div>
      )}
      <div className={classes.bar}>
        <Button ref={button} loading={take.isPending} onClick={() => take.mutate({ cut: !finishes })}>
          {text.take}
        </Button>
        <Checkbox
          label={text.finish}
          checked={finishes}
          onChange={({ currentTarget }) => setFinishes(currentTarget.checked)}
        />
      </div>
      <p className={classes.hint}>{text.takeHint}</p>
    </>
  );
}
