import { Alert, Button, Select, Stack, Text } from '@mantine/core';
import type { Consent } from '@parley/protocol/management';
import { useState } from 'react';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';
import { AvatarsChoice } from './AvatarsChoice.tsx';
import classes from './Consent.module.css';
import { PermissionList } from './PermissionList.tsx';
import type { Decision } from './use-decision.ts';

const text = strings.consent;
type Account = Consent['accounts'][number];
/** What the account already allows, otherwise all avatars. */
const avatarsOf = (account: Account | undefined): string[] | null => account?.avatars ?? null;

/** The form of a person who owns at least one account. */
export function ConsentForm({ consent, decision }: { consent: Consent; decision: Decision }) {
  const { partner } = consent;
  const accounts = consent.accounts.filter(({ mayGrant }) => mayGrant);
  const [account, setAccount] = useState(accounts[0]);
  const [avatars, setAvatars] = useState(avatarsOf(account));
  const [isChecked, setChecked] = useState(false);
  const isIncomplete = avatars?.length === 0;
  const choose = (id: string | null) => {
    const chosen = accounts.find((account) => account.id === id);
    setAccount(chosen);
    setAvatars(avatarsOf(chosen));
  };
  if (account === undefined) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (!isIncomplete) decision.allow({ account: account.id, avatars });
      }}
    >
      <Stack>
        {decision.error === null ? null : <ErrorAlert error={decision.error} />}
        {consent.accounts.length === 1 ? (
          <p className={classes.account}>
            <Icon name="accounts" size={20} />
            <span>
              <span className={classes.label}>{text.account}</span>
              {account.name}
            </span>
          </p>
        ) : (
          <Select
            label={text.account}
            description={text.accountHint}
            data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
            value={account.id}
            onChange={choose}
          />
        )}
        {account.avatars === undefined ? null : (
          <Alert icon={<Icon name="shield" />}>
            {fill(text.again, { account: account.name, partner: partner.name })}
          </Alert>
        )}
        <PermissionList consent={consent} />
        <AvatarsChoice
          account={account.id}
          value={avatars}
          error={isChecked && isIncomplete ? text.chooseOne : null}
          onChange={setAvatars}
        />
        <div className={classes.buttons}>
          <Button
            variant="default"
            size="md"
            loading={decision.isRefusing}
            disabled={decision.isAllowing}
            onClick={decision.refuse}
          >
            {text.refuse}
          </Button>
          <Button type="submit" size="md" loading={decision.isAllowing} disabled={decision.isRefusing}>
            {text.allow}
          </Button>
        </div>
        <Text size="sm" c="dimmed">
          {text.afterwards} <b className={classes.host}>{partner.redirectHost}</b>. {text.withdrawLater}
        </Text>
      </Stack>
    </form>
  );
}
