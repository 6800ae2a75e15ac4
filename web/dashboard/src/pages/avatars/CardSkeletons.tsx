import { Skeleton } from '@mantine/core';
import { strings } from '../../strings/index.ts';
import classes from './AvatarsPage.module.css';

export function CardSkeletons() {
  return (
    <div className={classes.grid} role="status" aria-label={strings.common.loading}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={110} radius="lg" />
      ))}
    </div>
  );
}
