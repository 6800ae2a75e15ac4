import { Alert, Group, SegmentedControl, Skeleton } from '@mantine/core';
import type { Overview, OverviewRange } from '@parley/protocol/management';
import { lazy, Suspense } from 'react';
import { useAccountId } from '../../api/account-id.ts';
import { useMe } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { Loaded } from '../../components/page/Loaded.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { useFilters } from '../../components/tables/use-filters.ts';
import { Icon } from '../../icons/Icon.tsx';
import { plural, strings } from '../../strings/index.ts';
import { FirstSteps } from './FirstSteps.tsx';
import classes from './Overview.module.css';
import { StatTiles } from './StatTiles.tsx';

const text = strings.overview;
const ranges: readonly OverviewRange[] = ['24h', '7d', '30d', '90d'];
const isWithoutActivity = ({ totals, concurrent, webhooks }: Overview): boolean =>
  totals.sessions + concurrent.now + concurrent.peak === 0 &&
  webhooks.every(({ buckets }) => buckets.every(({ delivered, failed }) => delivered + failed === 0));
// Loaded separately: the chart library is larger than the rest of the page.
const Plots = lazy(async () => ({ default: (await import('./Plots.tsx')).Plots }));

export function OverviewPage() {
  const { values, set } = useFilters<{ range?: string }>();
  const range = ranges.find((each) => each === values.range) ?? '7d';
  const facts = useApiQuery('account.get');
  const overview = useApiQuery(
    'overview.get',
    { query: { range } },
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
            onChange={(value) => set('range', value)}
          />
        }
      />
      <NoPassword />
      {facts.data === undefined ? null : <FirstSteps has={facts.data.has} />}
      <Loaded query={overview} skeleton={<PlotSkeletons />}>
        {(overview) => (
          <>
            <PausedWebhooks webhooks={overview.webhooks} />
            <StatTiles overview={overview} />
            {isWithoutActivity(overview) ? (
              <Panel>
                <EmptyState icon="overview" title={text.quietTitle} text={text.quietText} />
              </Panel>
            ) : (
              <Suspense fallback={<PlotSkeletons />}>
                <Plots overview={overview} />
              </Suspense>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

/** People who signed in by a link cannot sign in again without another one. */
function NoPassword() {
  if (useMe().hasPassword) return null;
  return (
    <Alert icon={<Icon name="key" />} title={text.passwordTitle} mb="md">
      {text.passwordText}{' '}
      <TextLink to="/profile" inherit fw={600}>
        {text.setPassword}
      </TextLink>
    </Alert>
  );
}

/** A warning about paused webhooks, so that held events are not overlooked. */
function PausedWebhooks({ webhooks }: Pick<Overview, 'webhooks'>) {
  const account = useAccountId();
  const paused = webhooks.filter(({ state }) => state === 'paused');
  if (paused.length === 0) return null;
  return (
    <Alert color="red" icon={<Icon name="warning" />} title={text.pausedTitle} mb="md">
      {text.pausedText}
      <Group gap="md" mt={6}>
        {paused.map(({ id, name, waiting }) => (
          <TextLink
            key={id}
            to="/$account/webhooks/$webhook"
            params={{ account, webhook: id }}
            inherit
            fw={600}
          >
            {name}: {plural(strings.webhooks.held, waiting)}
          </TextLink>
        ))}
      </Group>
    </Alert>
  );
}

function PlotSkeletons() {
  return (
    <div className={classes.plots} role="status" aria-label={strings.common.loading}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={290} radius="lg" />
      ))}
    </div>
  );
}
