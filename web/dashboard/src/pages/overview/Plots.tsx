import '@mantine/charts/styles.css';
import { AreaChart, BarChart, CompositeChart, LineChart } from '@mantine/charts';
import type { Overview } from '@parley/protocol/management';
import type { ReactNode } from 'react';
import { Panel } from '../../components/page/Panel.tsx';
import { milliseconds } from '../../components/values/format-time.ts';
import { strings } from '../../strings/index.ts';
import { AvatarLatency } from './AvatarLatency.tsx';
import { bucketLabel, timeTicks, valueAxis } from './axis-ticks.ts';
import classes from './Overview.module.css';

const text = strings.overview;
/** More dots would merge into a band. */
const maxDots = 31;
/** The summary below is for screen readers; the chart itself is hidden from them. */
const silent = { accessibilityLayer: false };
const lines = { curveType: 'linear', strokeWidth: 2, withDots: false } as const;
const legend = { withLegend: true, legendProps: { verticalAlign: 'top', height: 32 } } as const;

type PlotProps = { overview: Overview };

export function Plots({ overview }: PlotProps) {
  return (
    <div className={classes.plots}>
      <UsagePlot overview={overview} />
      <ConcurrentPlot overview={overview} />
      <LatencyPlot overview={overview} />
      <WebhookPlot overview={overview} />
      <div className={classes.wide}>
        <AvatarLatency rows={overview.latencyByAvatar} fromMs={overview.usage[0]?.at ?? 0} />
      </div>
    </div>
  );
}

/** What all charts over time have in common. */
const timeChart = (times: readonly number[], { range }: Overview) => ({
  h: 230,
  dataKey: 'at',
  gridAxis: 'x' as const,
  tickLine: 'none' as const,
  xAxisProps: { minTickGap: 24, ticks: timeTicks(times, range) },
});

function UsagePlot({ overview }: PlotProps) {
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
      summary={data.map((bucket) => `${bucket.at}: ${bucket[text.sessions]}, ${bucket[text.minutes]}`)}
    >
      <CompositeChart
        {...timeChart(
          usage.map(({ at }) => at),
          overview,
        )}
        {...lines}
        {...legend}
        composedChartProps={silent}
        data={data}
        withRightYAxis
        series={[
          { name: text.sessions, color: 'sea.6', type: 'bar' },
          { name: text.minutes, color: 'orange.5', type: 'line', yAxisId: 'right' },
        ]}
        maxBarWidth={26}
        yAxisProps={valueAxis(usage.map(({ sessions }) => sessions))}
        rightYAxisProps={valueAxis(usage.map(({ minutes }) => minutes))}
      />
    </Plot>
  );
}

function ConcurrentPlot({ overview }: PlotProps) {
  const { usage, range } = overview;
  const data = usage.map(({ at, peak }) => ({ at: bucketLabel(at, range), [text.concurrent]: peak }));
  return (
    <Plot
      title={text.concurrent}
      lead={text.concurrentLead}
      isEmpty={usage.every(({ peak }) => peak === 0)}
      summary={data.map((bucket) => `${bucket.at}: ${bucket[text.concurrent]}`)}
    >
      <AreaChart
        {...timeChart(
          usage.map(({ at }) => at),
          overview,
        )}
        {...lines}
        areaChartProps={silent}
        data={data}
        series={[{ name: text.concurrent, color: 'sea.6' }]}
        fillOpacity={0.25}
        yAxisProps={valueAxis(usage.map(({ peak }) => peak))}
        curveType="step"
      />
    </Plot>
  );
}

function LatencyPlot({ overview }: PlotProps) {
  const data = overview.latencyOverTime.map(({ at, ms }) => ({
    at: bucketLabel(at, overview.range),
    p50: ms?.p50 ?? null,
    p95: ms?.p95 ?? null,
    p99: ms?.p99 ?? null,
  }));
  const measured = data.filter(({ p50 }) => p50 !== null);
  return (
    <Plot
      title={text.turnLatency}
      lead={text.turnLatencyLead}
      isEmpty={measured.length === 0}
      summary={measured.map(({ at, p50, p95, p99 }) => `${at}: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`)}
    >
      <LineChart
        {...timeChart(
          overview.latencyOverTime.map(({ at }) => at),
          overview,
        )}
        {...lines}
        {...legend}
        lineChartProps={silent}
        data={data}
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
        withDots={data.length <= maxDots}
      />
    </Plot>
  );
}

/** All webhooks together over time. */
function WebhookPlot({ overview }: PlotProps) {
  const sums = new Map<number, { delivered: number; failed: number }>();
  for (const { at, delivered, failed } of overview.webhooks.flatMap(({ buckets }) => buckets)) {
    const sum = sums.get(at) ?? { delivered: 0, failed: 0 };
    sums.set(at, { delivered: sum.delivered + delivered, failed: sum.failed + failed });
  }
  const totals = [...sums.values()].map(({ delivered, failed }) => delivered + failed);
  const data = [...sums].map(([at, { delivered, failed }]) => ({
    at: bucketLabel(at, overview.range),
    [text.delivered]: delivered,
    [text.failedWord]: failed,
  }));
  return (
    <Plot
      title={text.webhooks}
      lead={text.webhooksLead}
      isEmpty={totals.every((total) => total === 0)}
      summary={data.map((bucket) => `${bucket.at}: ${bucket[text.delivered]}, ${bucket[text.failedWord]}`)}
    >
      <BarChart
        {...timeChart([...sums.keys()], overview)}
        {...legend}
        barChartProps={silent}
        data={data}
        type="stacked"
        maxBarWidth={26}
        series={[
          { name: text.delivered, color: 'sea.6' },
          { name: text.failedWord, color: 'red.6' },
        ]}
        yAxisProps={valueAxis(totals)}
      />
    </Plot>
  );
}

/** A titled chart with a text summary for screen readers. */
function Plot(props: {
  title: string;
  lead: string;
  isEmpty: boolean;
  summary: readonly string[];
  children: ReactNode;
}) {
  return (
    <Panel title={props.title} lead={props.lead}>
      {props.isEmpty ? (
        <p className={classes.none}>{text.noData}</p>
      ) : (
        <>
          <p className="sr">{props.summary.join('; ')}</p>
          <div aria-hidden="true">{props.children}</div>
        </>
      )}
    </Panel>
  );
}
