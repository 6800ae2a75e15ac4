import { AreaChart } from '@mantine/charts';
import type { Overview } from '@parley/protocol/dashboard';
import { strings } from '../../strings/index.ts';
import { bucketLabel } from './bucket-label.ts';
import { Plot } from './Plot.tsx';
import { plotDefaults } from './plot-defaults.ts';

const words = strings.overview;

export function ConcurrentPlot({ overview }: { overview: Overview }) {
  const data = overview.usage.map(({ at, peak }) => ({
    at: bucketLabel(at, overview.range),
    [words.concurrent]: peak,
  }));
  return (
    <Plot
      title={words.concurrent}
      lead={words.concurrentLead}
      isEmpty={overview.usage.every(({ peak }) => peak === 0)}
      summary={data.map((bucket) => `${bucket.at}: ${bucket[words.concurrent]}`).join('; ')}
    >
      <AreaChart
        h={230}
        areaChartProps={{ accessibilityLayer: false }}
        data={data}
        dataKey="at"
        series={[{ name: words.concurrent, color: 'sea.6' }]}
        fillOpacity={0.25}
        yAxisProps={{ allowDecimals: false, width: 38 }}
        xAxisProps={{ minTickGap: 24 }}
        {...plotDefaults}
        curveType="step"
      />
    </Plot>
  );
}
