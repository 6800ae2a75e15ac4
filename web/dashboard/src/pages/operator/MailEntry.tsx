import { Button, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Mail } from '@parley/protocol/management';
import { useApiMutation } from '../../api/queries.ts';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { CodeBlock } from '../../components/values/CodeBlock.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { plural, strings } from '../../strings/index.ts';
import classes from './Operator.module.css';

const text = strings.operator;
const tones = { sent: 'good', waiting: 'busy', failed: 'bad', kept: 'quiet' } as const;

export function MailEntry({ mail }: { mail: Mail }) {
  const [isOpen, details] = useDisclosure(false);
  const retry = useApiMutation('mails.retry', {
    params: { mail: mail.id },
    invalidates: ['mails.list'],
    onSuccess: () => notifySuccess(text.retried),
    onError: notifyError,
  });
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
          <Button
            size="compact-sm"
            variant="default"
            loading={retry.isPending}
            onClick={() => retry.mutate({})}
          >
            {text.retry}
          </Button>
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
