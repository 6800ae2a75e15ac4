import { Alert } from '@mantine/core';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { strings } from '../../strings/index.ts';
import { AccountForm } from './AccountForm.tsx';
import { RetentionForm } from './RetentionForm.tsx';
import { VisitorList } from './VisitorList.tsx';

const text = strings.data;

export function DataPage() {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const facts = useApiQuery('account.get', { params: { account } });
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      {facts.isError ? <ErrorAlert error={facts.error} onRetry={() => facts.refetch()} /> : null}
      {facts.isPending ? <RowSkeleton count={2} height={120} /> : null}
      {facts.data === undefined ? null : (
        <>
          {isOwner ? null : <Alert mb="md">{strings.common.ownersOnly}</Alert>}
          <RetentionForm key={`days ${account}`} account={facts.data} canChange={isOwner} />
          <AccountForm key={`name ${account}`} account={facts.data} canChange={isOwner} />
          {isOwner ? <VisitorList /> : null}
        </>
      )}
    </>
  );
}
