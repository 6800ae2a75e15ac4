import { CompositeChart } from '@mantine/charts';
import type { Overview } from '@parley/protocol/management';
import { strings } from '../../strings/index.ts';
import { timeTicks, valueAxis } from './axis-ticks.ts';
import { bucketLabel } from './bucket-label.ts';
import { Plot } from './Plot.tsx';
import { plotDefaults } from './plot-defaults.ts';

const text = strings.overview;

export function UsagePlot({ overview }: { overview: Overview }) {
  const { usage, range, totals } = overview;
  const data = usage.map(({ at, sessions, minutes }) => ({
    at: bucketLabel(at, range),
    [text.sessions]: sessions,
    [text.minutes]: Math.round(minutes * 10) / 10,
  }));
  return (
    <Plot
      title={text.usage}
      lead={text.usageLead}
      isEmpty={totals.sessions === 0}
      summary={data
        .map((bucket) => `${bucket.at}: ${bucket[text.sessions]}, ${bucket[text.minutes]}`)
        .join('; ')}
    >
      <CompositeChart
        h={230}
        composedChartProps={{ accessibilityLayer: false }}
        data={data}
        dataKey="at"
        withLegend
        withRightYAxis
        legendProps={{ verticalAlign: 'top', height: 32 }}
        series={[
          { name: text.sessions, color: 'sea.6', type: 'bar' },
          { name: text.minutes, color: 'orange.5', type: 'line', yAxisId: 'right' },
        ]}
        maxBarWidth={26}
        yAxisProps={valueAxis(usage.map(({ sessions }) => sessions))}
        rightYAxisProps={valueAxis(usage.map(({ minutes }) => minutes))}
        xAxisProps={{
          minTickGap: 24,
          ticks: timeTicks(
            usage.map(({ at }) => at),
            range,
          ),
        }}
        {...plotDefaults}
      />
    </Plot>
  );
}
