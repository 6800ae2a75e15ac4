import { BarChart } from '@mantine/charts';
import type { Overview } from '@parley/protocol/dashboard';
import { strings } from '../../strings/index.ts';
import { bucketLabel } from './bucket-label.ts';
import { Plot } from './Plot.tsx';
import { plotDefaults } from './plot-defaults.ts';

const words = strings.overview;

/** All webhooks together over time; which one is ill stands beneath. */
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
    [words.delivered]: delivered,
    [words.failedWord]: failed,
  }));
  return (
    <Plot
      title={words.webhooks}
      lead={words.webhooksLead}
      isEmpty={[...sums.values()].every(({ delivered, failed }) => delivered + failed === 0)}
      summary={data
        .map((bucket) => `${bucket.at}: ${bucket[words.delivered]}, ${bucket[words.failedWord]}`)
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
          { name: words.delivered, color: 'sea.6' },
          { name: words.failedWord, color: 'red.6' },
        ]}
        yAxisProps={{ allowDecimals: false, width: 38 }}
        xAxisProps={{ minTickGap: 24 }}
        gridAxis={plotDefaults.gridAxis}
        tickLine={plotDefaults.tickLine}
      />
    </Plot>
  );
}
