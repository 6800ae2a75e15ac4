import { Alert } from '@mantine/core';
import { useMe } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { LoadMoreButton } from '../../components/LoadMoreButton.tsx';
import { OperatorOnly } from '../../components/OperatorOnly.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { RowSkeleton } from '../../components/RowSkeleton.tsx';
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
