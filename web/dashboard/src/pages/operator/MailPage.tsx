import { Alert } from '@mantine/core';
import { useMe } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { OperatorOnly } from '../../components/page/OperatorOnly.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { LoadMoreButton } from '../../components/tables/LoadMoreButton.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { MailEntry } from './MailEntry.tsx';

const text = strings.operator;

export function MailPage() {
  return (
    <OperatorOnly>
      <Outbox />
    </OperatorOnly>
  );
}

function Outbox() {
  const { sendsMail } = useMe().installation;
  const list = useApiPages('mails.list', {}, {});
  const { items: mails } = list;
  return (
    <>
      <PageHeader title={text.mail} lead={text.mailLead} />
      {sendsMail ? null : (
        <Alert color="yellow" icon={<Icon name="mail" />} mb="md">
          {text.noSmtp}
        </Alert>
      )}
      {list.isError ? <ErrorAlert error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? <RowSkeleton /> : null}
      {list.isEmpty ? <EmptyState icon="mail" title={text.mailEmptyTitle} text={text.mailEmptyText} /> : null}
      {mails.map((mail) => (
        <MailEntry key={mail.id} mail={mail} />
      ))}
      <LoadMoreButton list={list} />
    </>
  );
}
