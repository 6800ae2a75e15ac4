import '@mantine/charts/styles.css';
import type { Overview } from '@parley/protocol/management';
import { AvatarLatency } from './AvatarLatency.tsx';
import { ConcurrentPlot } from './ConcurrentPlot.tsx';
import { LatencyPlot } from './LatencyPlot.tsx';
import classes from './Overview.module.css';
import { UsagePlot } from './UsagePlot.tsx';
import { WebhookPlots } from './WebhookPlots.tsx';

export function Plots({ overview }: { overview: Overview }) {
  return (
    <div className={classes.plots}>
      <UsagePlot overview={overview} />
      <ConcurrentPlot overview={overview} />
      <LatencyPlot overview={overview} />
      <WebhookPlots overview={overview} />
      <div className={classes.wide}>
        <AvatarLatency rows={overview.latencyByAvatar} />
      </div>
    </div>
  );
}
