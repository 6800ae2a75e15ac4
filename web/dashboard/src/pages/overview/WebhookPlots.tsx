import { BarChart } from '@mantine/charts';
import type { Overview } from '@parley/protocol/management';
import { strings } from '../../strings/index.ts';
import { timeTicks, valueAxis } from './axis-ticks.ts';
import { bucketLabel } from './bucket-label.ts';
import { Plot } from './Plot.tsx';
import { plotDefaults } from './plot-defaults.ts';

const text = strings.overview;

/** All webhooks together over time, and below that each webhook. */
export function WebhookPlots({ overview }: { overview: Overview }) {
  const sums = new Map<number, { delivered: number; failed: number }>();
  for (const { buckets } of overview.webhooks) {
    for (const { at, delivered, failed } of buckets) {
      const sum = sums.get(at) ?? { delivered: 0, failed: 0 };
      sums.set(at, { delivered: sum.delivered + delivered, failed: sum.failed + failed });
    }
  }
  const data = [...sums].map(([at, { delivered, failed }]) => ({
    at: bucketLabel(at, overview.range),
    [text.delivered]: delivered,
    [text.failedWord]: failed,
  }));
  return (
    <Plot
      title={text.webhooks}
      lead={text.webhooksLead}
      isEmpty={[...sums.values()].every(({ delivered, failed }) => delivered + failed === 0)}
      summary={data
        .map((bucket) => `${bucket.at}: ${bucket[text.delivered]}, ${bucket[text.failedWord]}`)
        .join('; ')}
    >
      <BarChart
        h={230}
        barChartProps={{ accessibilityLayer: false }}
        data={data}
        dataKey="at"
        type="stacked"
        withLegend
        legendProps={{ verticalAlign: 'top', height: 32 }}
        maxBarWidth={26}
        series={[
          { name: text.delivered, color: 'sea.6' },
          { name: text.failedWord, color: 'red.6' },
        ]}
        yAxisProps={valueAxis([...sums.values()].map(({ delivered, failed }) => delivered + failed))}
        xAxisProps={{ minTickGap: 24, ticks: timeTicks([...sums.keys()], overview.range) }}
        gridAxis={plotDefaults.gridAxis}
        tickLine={plotDefaults.tickLine}
      />
    </Plot>
  );
}
