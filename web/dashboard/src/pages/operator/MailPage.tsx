import { Alert } from '@mantine/core';
import { useMe } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { LoadMoreButton } from '../../components/LoadMoreButton.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { RowSkeleton } from '../../components/RowSkeleton.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { MailEntry } from './MailEntry.tsx';
import { OperatorOnly } from './OperatorOnly.tsx';

const words = strings.operator;

export function MailPage() {
  return (
    <OperatorOnly>
      <Outbox />
    </OperatorOnly>
  );
}

function Outbox() {
  const { sendsMail } = useMe().installation;
  const list = useApiPages('operator.mails', {}, {});
  const mails = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHeader title={words.mail} lead={words.mailLead} />
      {sendsMail ? null : (
        <Alert color="yellow" icon={<Icon name="mail" />} mb="md">
          {words.noSmtp}
        </Alert>
      )}
      {list.isError ? <ErrorAlert error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? <RowSkeleton /> : null}
      {list.isEmpty ? (
        <EmptyState icon="mail" title={words.mailEmptyTitle} words={words.mailEmptyWords} />
      ) : null}
      {mails.map((mail) => (
        <MailEntry key={mail.id} mail={mail} />
      ))}
      <LoadMoreButton
        hasMore={list.hasNextPage}
        busy={list.isFetchingNextPage}
        onMore={() => list.fetchNextPage()}
      />
    </>
  );
}
