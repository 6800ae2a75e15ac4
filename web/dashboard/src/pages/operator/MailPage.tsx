import { Alert, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Mail } from '@parley/protocol/management';
import { useMe } from '../../api/me.ts';
import { useApiPages } from '../../api/queries.ts';
import { ActionButton } from '../../components/forms/ActionButton.tsx';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { PagedList } from '../../components/tables/PagedList.tsx';
import { CodeBlock } from '../../components/values/CodeBlock.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { plural, strings } from '../../strings/index.ts';
import classes from './Operator.module.css';

const text = strings.operator;
const tones = { sent: 'good', waiting: 'busy', failed: 'bad', kept: 'quiet' } as const;

export function MailPage() {
  const { sendsMail } = useMe().installation;
  const mails = useApiPages('mails.list', {});
  return (
    <>
      <PageHeader title={text.mail} lead={text.mailLead} />
      {sendsMail ? null : (
        <Alert color="yellow" icon={<Icon name="mail" />} mb="md">
          {text.noSmtp}
        </Alert>
      )}
      <PagedList
        list={mails}
        empty={<EmptyState icon="mail" title={text.mailEmptyTitle} text={text.mailEmptyText} />}
      >
        {mails.items.map((mail) => (
          <MailEntry key={mail.id} mail={mail} />
        ))}
      </PagedList>
    </>
  );
}

function MailEntry({ mail }: { mail: Mail }) {
  const [isOpen, details] = useDisclosure(false);
  return (
    <article className={classes.mail}>
      <UnstyledButton className={classes.mailHead} aria-expanded={isOpen} onClick={details.toggle}>
        <span className={classes.subject}>{mail.subject}</span>
        <StatusBadge tone={tones[mail.state]}>{text.mailStates[mail.state]}</StatusBadge>
        <span className={classes.to}>{mail.to}</span>
        <span className={classes.when}>
          <Timestamp at={mail.createdAt} />
        </span>
      </UnstyledButton>
      {mail.problem === null ? null : (
        <div className={classes.failure}>
          <Text size="sm">
            {mail.problem} ({plural(text.tries, mail.tries)})
          </Text>
          <ActionButton
            call="mails.retry"
            params={{ mail: mail.id }}
            invalidates={['mails.list']}
            size="compact-sm"
            variant="default"
            label={text.retry}
            done={text.retried}
          />
        </div>
      )}
      {isOpen ? (
        <div className={classes.mailBody}>
          <CodeBlock wrap label={mail.subject} code={mail.body} />
        </div>
      ) : null}
    </article>
  );
}
