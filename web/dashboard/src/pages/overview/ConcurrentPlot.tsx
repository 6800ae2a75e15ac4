import { AreaChart } from '@mantine/charts';
import type { Overview } from '@parley/protocol/management';
import { strings } from '../../strings/index.ts';
import { timeTicks, valueAxis } from './axis-ticks.ts';
import { bucketLabel } from './bucket-label.ts';
import { Plot } from './Plot.tsx';
import { plotDefaults } from './plot-defaults.ts';

const text = strings.overview;

export function ConcurrentPlot({ overview }: { overview: Overview }) {
  const data = overview.usage.map(({ at, peak }) => ({
    at: bucketLabel(at, overview.range),
    [text.concurrent]: peak,
  }));
  return (
    <Plot
      title={text.concurrent}
      lead={text.concurrentLead}
      isEmpty={overview.usage.every(({ peak }) => peak === 0)}
      summary={data.map((bucket) => `${bucket.at}: ${bucket[text.concurrent]}`).join('; ')}
    >
      <AreaChart
        h={230}
        areaChartProps={{ accessibilityLayer: false }}
        data={data}
        dataKey="at"
        series={[{ name: text.concurrent, color: 'sea.6' }]}
        fillOpacity={0.25}
        yAxisProps={valueAxis(overview.usage.map(({ peak }) => peak))}
        xAxisProps={{
          minTickGap: 24,
          ticks: timeTicks(
            overview.usage.map(({ at }) => at),
            overview.range,
          ),
        }}
        {...plotDefaults}
        curveType="step"
      />
    </Plot>
  );
}
