import { Menu, Text, UnstyledButton } from '@mantine/core';
import type { AccountOfMe } from '@parley/protocol/management';
import { useNavigate } from '@tanstack/react-router';
import { Icon } from '../icons/Icon.tsx';
import { fill, strings } from '../strings/index.ts';
import classes from './AccountSwitcher.module.css';
import { rememberAccount } from './last-account.ts';

/** The name of the account, with a menu if the person has several. */
export function AccountSwitcher({
  accounts,
  currentId,
}: {
  accounts: readonly AccountOfMe[];
  currentId: string | null;
}) {
  const navigate = useNavigate();
  const current = accounts.find(({ id }) => id === currentId) ?? accounts[0];
  if (current === undefined) return null;
  if (accounts.length === 1) {
    return (
      <Text className={classes.only} lineClamp={2} title={current.name}>
        {current.name}
      </Text>
    );
  }
  const go = (account: string) => {
    rememberAccount(account);
    void navigate({ to: '/$account', params: { account } });
  };
  return (
    <Menu width="target" shadow="md">
      <Menu.Target>
        <UnstyledButton
          className={classes.button}
          aria-label={fill(strings.navigation.switchAccount, { name: current.name })}
        >
          <Text className={classes.name} size="sm" fw={600} lineClamp={2} title={current.name}>
            {current.name}
          </Text>
          <Icon name="updown" size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{strings.navigation.yourAccounts}</Menu.Label>
        {accounts.map(({ id, name }) => (
          <Menu.Item
            key={id}
            onClick={() => go(id)}
            rightSection={id === current.id ? <Icon name="check" size={15} /> : null}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
