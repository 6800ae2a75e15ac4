import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import type { IconName } from '../../icons/shapes.ts';
import classes from './EmptyState.module.css';

/** Shown instead of an empty list. It says what to do first. */
export function EmptyState(props: { icon: IconName; title: string; text: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.note}>
      <span className={classes.sign}>
        <Icon name={props.icon} size={22} />
      </span>
      <Text fw={600}>{props.title}</Text>
      <p className={classes.text}>{props.text}</p>
      {props.action === undefined ? null : <div className={classes.action}>{props.action}</div>}
    </div>
  );
}
