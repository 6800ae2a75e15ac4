import { Alert } from '@mantine/core';
import { useMe } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { Icon } from '../../icons/Icon.tsx';
import { EmptyNote } from '../../parts/EmptyNote.tsx';
import { MorePages } from '../../parts/MorePages.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { RowSkeleton } from '../../parts/RowSkeleton.tsx';
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
      {list.isError ? <Problem error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isPending ? <RowSkeleton /> : null}
      {list.isEmpty ? (
        <EmptyNote icon="mail" title={words.mailEmptyTitle} words={words.mailEmptyWords} />
      ) : null}
      {mails.map((mail) => (
        <MailEntry key={mail.id} mail={mail} />
      ))}
      <MorePages has={list.hasNextPage} busy={list.isFetchingNextPage} onMore={() => list.fetchNextPage()} />
    </>
  );
}
