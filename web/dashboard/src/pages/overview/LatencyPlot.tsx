import { LineChart } from '@mantine/charts';
import type { Overview } from '@parley/protocol/management';
import { milliseconds } from '../../components/values/format-time.ts';
import { strings } from '../../strings/index.ts';
import { timeTicks, valueAxis } from './axis-ticks.ts';
import { bucketLabel } from './bucket-label.ts';
import { Plot } from './Plot.tsx';
import { plotDefaults } from './plot-defaults.ts';

const text = strings.overview;

/** More dots would merge into a band. */
const maxDots = 31;

export function LatencyPlot({ overview }: { overview: Overview }) {
  const data = overview.latencyOverTime.map(({ at, ms }) => ({
    at: bucketLabel(at, overview.range),
    p50: ms?.p50 ?? null,
    p95: ms?.p95 ?? null,
    p99: ms?.p99 ?? null,
  }));
  return (
    <Plot
      title={text.turnLatency}
      lead={text.turnLatencyLead}
      isEmpty={data.every(({ p50 }) => p50 === null)}
      summary={data
        .filter(({ p50 }) => p50 !== null)
        .map(({ at, p50, p95, p99 }) => `${at}: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`)
        .join('; ')}
    >
      <LineChart
        h={230}
        lineChartProps={{ accessibilityLayer: false }}
        data={data}
        dataKey="at"
        withLegend
        legendProps={{ verticalAlign: 'top', height: 32 }}
        series={[
          { name: 'p50', color: 'sea.6' },
          { name: 'p95', color: 'blue.5' },
          { name: 'p99', color: 'orange.5' },
        ]}
        connectNulls
        valueFormatter={milliseconds}
        yAxisProps={valueAxis(
          data.map(({ p99 }) => p99 ?? 0),
          66,
        )}
        xAxisProps={{
          minTickGap: 24,
          ticks: timeTicks(
            overview.latencyOverTime.map(({ at }) => at),
            overview.range,
          ),
        }}
        {...plotDefaults}
        withDots={data.length <= maxDots}
      />
    </Plot>
  );
}
