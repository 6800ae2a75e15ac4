import { SegmentedControl } from '@mantine/core';
import type { Overview, OverviewRange } from '@parley/protocol/management';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { strings } from '../../strings/index.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { PausedWebhooks } from './PausedWebhooks.tsx';
import { PlotSkeletons } from './PlotSkeletons.tsx';
import { StatTiles } from './StatTiles.tsx';

const text = strings.overview;
const ranges: readonly OverviewRange[] = ['24h', '7d', '30d', '90d'];
const isRange = (text: string | undefined): text is OverviewRange =>
  (ranges as readonly (string | undefined)[]).includes(text);
const isWithoutActivity = ({ totals, concurrent, webhooks }: Overview): boolean =>
  totals.sessions + concurrent.now + concurrent.peak === 0 &&
  webhooks.every(({ buckets }) => buckets.every(({ delivered, failed }) => delivered + failed === 0));
// Loaded separately: the chart library is larger than the rest of the page.
const Plots = lazy(async () => ({ default: (await import('./Plots.tsx')).Plots }));

export function OverviewPage() {
  const account = useAccountId();
  const navigate = useNavigate();
  const { range: wanted } = useSearch({ strict: false });
  const range = isRange(wanted) ? wanted : '7d';
  const facts = useApiQuery('account.get', { params: { account } });
  const overview = useApiQuery(
    'overview.get',
    { params: { account }, query: { range } },
    { keepPrevious: true, refetchInterval: 30_000 },
  );
  return (
    <>
      <PageHeader
        title={text.title}
        actions={
          <SegmentedControl
            aria-label={text.range}
            size="xs"
            data={ranges.map((value) => ({ value, label: text.ranges[value] }))}
            value={range}
            onChange={(value) =>
              void navigate({ to: '/$account', params: { account }, search: { range: value }, replace: true })
            }
          />
        }
      />
      {facts.data === undefined ? null : <FirstSteps has={facts.data.has} />}
      {overview.isError ? <ErrorAlert error={overview.error} onRetry={() => overview.refetch()} /> : null}
      {overview.data === undefined ? (
        overview.isError ? null : (
          <PlotSkeletons />
        )
      ) : (
        <>
          <PausedWebhooks webhooks={overview.data.webhooks} />
          <StatTiles overview={overview.data} />
          {isWithoutActivity(overview.data) ? (
            <Panel>
              <EmptyState icon="overview" title={text.quietTitle} text={text.quietText} />
            </Panel>
          ) : (
            <Suspense fallback={<PlotSkeletons />}>
              <Plots overview={overview.data} />
            </Suspense>
          )}
        </>
      )}
    </>
  );
}
