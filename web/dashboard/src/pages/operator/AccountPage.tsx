import { useParams } from '@tanstack/react-router';
import { isNotFound } from '../../api/api-error.ts';
import { useApiQuery } from '../../api/queries.ts';
import { BackLink } from '../../components/BackLink.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { Id } from '../../components/Id.tsx';
import { OperatorOnly } from '../../components/OperatorOnly.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Panel } from '../../components/Panel.tsx';
import { RowSkeleton } from '../../components/RowSkeleton.tsx';
import { Timestamp } from '../../components/Timestamp.tsx';
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
