import { useParams } from '@tanstack/react-router';
import { isNotFound } from '../../api/api-error.ts';
import { useApiQuery } from '../../api/queries.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { OperatorOnly } from '../../components/page/OperatorOnly.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { DescriptionList } from '../../components/tables/DescriptionList.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { Id } from '../../components/values/Id.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { PageNotFound } from '../../shell/PageNotFound.tsx';
import { strings } from '../../strings/index.ts';
import { ExtendedEvents } from './ExtendedEvents.tsx';
import { KeyLimits } from './KeyLimits.tsx';

const text = strings.operator;

export function AccountPage() {
  return (
    <OperatorOnly>
      <Account />
    </OperatorOnly>
  );
}

function Account() {
  const { id = '' } = useParams({ strict: false });
  const account = useApiQuery('accounts.get', { params: { account: id } });
  const { data } = account;
  if (isNotFound(account.error)) return <PageNotFound />;
  return (
    <>
      <PageHeader
        title={data?.name ?? text.accounts}
        above={<BackLink to="/operator/accounts" search={{}} label={text.back} />}
      />
      {account.isError ? <ErrorAlert error={account.error} onRetry={() => account.refetch()} /> : null}
      {data === undefined ? (
        <RowSkeleton count={3} height={120} />
      ) : (
        <>
          <Panel>
            <DescriptionList
              items={[
                [text.owners, data.owners.length === 0 ? text.noOwner : data.owners.join(', ')],
                [text.members, data.members],
                [text.avatars, data.avatars],
                [text.live, data.liveSessions],
                [text.since, <Timestamp key="since" at={data.createdAt} />],
                [strings.common.id, <Id key="id" id={data.id} />],
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
