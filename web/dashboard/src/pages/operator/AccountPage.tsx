import { useParams } from '@tanstack/react-router';
import { isNotFound } from '../../api/problem.ts';
import { useApiQuery } from '../../api/queries.ts';
import { BackLink } from '../../parts/BackLink.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Moment } from '../../parts/Moment.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { RowSkeleton } from '../../parts/RowSkeleton.tsx';
import { PageMissing } from '../../shell/PageMissing.tsx';
import { strings } from '../../strings/index.ts';
import { ExtendedEvents } from './ExtendedEvents.tsx';
import { KeyLimits } from './KeyLimits.tsx';
import { OperatorOnly } from './OperatorOnly.tsx';

const words = strings.operator;

export function AccountPage() {
  return (
    <OperatorOnly>
      <Account />
    </OperatorOnly>
  );
}

function Account() {
  const { id = '' } = useParams({ strict: false });
  const account = useApiQuery('operator.account', { params: { id } });
  const { data } = account;
  if (isNotFound(account.error)) return <PageMissing />;
  return (
    <>
      <PageHeader
        title={data?.name ?? words.accounts}
        above={<BackLink to="/operator/accounts" search={{}} label={words.back} />}
      />
      {account.isError ? <Problem error={account.error} onRetry={() => account.refetch()} /> : null}
      {data === undefined ? (
        <RowSkeleton count={3} height={120} />
      ) : (
        <>
          <Panel>
            <Facts
              facts={[
                [words.owners, data.owners.length === 0 ? words.noOwner : data.owners.join(', ')],
                [words.members, data.members],
                [words.avatars, data.avatars],
                [words.live, data.liveSessions],
                [words.since, <Moment key="since" at={data.createdAt} />],
                [
                  'Id',
                  <span key="id" className="mono">
                    {data.id}
                  </span>,
                ],
              ]}
            />
          </Panel>
          <ExtendedEvents account={id} />
          <KeyLimits account={id} />
        </>
      )}
    </>
  );
}
