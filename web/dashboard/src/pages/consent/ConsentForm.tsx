import { Alert, Button, Radio, Select, Stack, Text, Title } from '@mantine/core';
import type { Consent } from '@parley/protocol/management';
import { useId, useState } from 'react';
import { AvatarsSelect } from '../../components/forms/AvatarSelect.tsx';
import { RadioCard } from '../../components/forms/RadioCard.tsx';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';
import classes from './Consent.module.css';
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

/** What the partner will see and do, in plain words. Every grant includes events. */
function PermissionList({ consent }: { consent: Consent }) {
  const id = useId();
  const permissions = [
    ...consent.scopes,
    'events' as const,
    ...(consent.sendsConversations ? ['conversations' as const] : []),
  ];
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} className={classes.heading}>
        {fill(text.may, { partner: consent.partner.name })}
      </Title>
      <ul className={classes.permissions}>
        {permissions.map((permission) => {
          const { title, text: details } = text.permissions[permission];
          return (
            <li key={permission}>
              <Icon name="check" size={18} />
              <div>
                <Text size="sm" fw={600}>
                  {title}
                </Text>
                <Text size="sm" c="dimmed">
                  {details}
                </Text>
              </div>
            </li>
          );
        })}
        <li className={classes.not}>
          <Icon name="cross" size={18} />
          <Text size="sm">{text.mayNot}</Text>
        </li>
      </ul>
    </section>
  );
}

/** All avatars of an account (null), or some of them. */
function AvatarsChoice(props: {
  account: string;
  value: string[] | null;
  error: string | null;
  onChange: (avatars: string[] | null) => void;
}) {
  const { value, onChange } = props;
  return (
    <>
      <Radio.Group
        label={text.avatars}
        value={value === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : [])}
      >
        <Stack gap="xs" mt={6}>
          <RadioCard value="all" title={text.allAvatars} text={text.allAvatarsText} />
          <RadioCard value="some" title={text.someAvatars} text={text.someAvatarsText} />
        </Stack>
      </Radio.Group>
      {value === null ? null : (
        <AvatarsSelect
          key={props.account}
          account={props.account}
          label={text.chooseAvatars}
          placeholder={text.chooseAvatarsPlaceholder}
          value={value}
          error={props.error}
          onChange={onChange}
        />
      )}
    </>
  );
}
