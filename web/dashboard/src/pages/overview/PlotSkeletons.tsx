import { Skeleton } from '@mantine/core';
import { strings } from '../../strings/index.ts';
import classes from './Overview.module.css';

export function PlotSkeletons() {
  return (
    <div className={classes.plots} role="status" aria-label={strings.common.loading}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={290} radius="lg" />
      ))}
    </div>
  );
}
