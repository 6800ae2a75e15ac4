import { Alert, Button, Stack } from '@mantine/core';
import type { Consent } from '@parley/protocol/management';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';
import type { Decision } from './use-decision.ts';

const text = strings.consent;
const names = new Intl.ListFormat('en', { type: 'conjunction' });

/** Explains to a person who owns no account why they can only go back. */
export function OwnerNeeded({ consent, decision }: { consent: Consent; decision: Decision }) {
  const { partner, accounts } = consent;
  return (
    <Stack>
      {decision.error === null ? null : <ErrorAlert error={decision.error} />}
      <Alert color="yellow" icon={<Icon name="members" />} title={text.memberTitle}>
        {accounts.length === 0
          ? fill(text.noAccountText, { partner: partner.name })
          : fill(text.memberText, {
              partner: partner.name,
              accounts: names.format(accounts.map(({ name }) => name)),
            })}
      </Alert>
      <Button variant="default" loading={decision.isRefusing} onClick={decision.refuse}>
        {fill(text.goBack, { host: partner.redirectHost })}
      </Button>
    </Stack>
  );
}
