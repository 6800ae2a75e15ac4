import { ActionIcon, Drawer, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useMe } from '../api/me.ts';
import { Icon } from '../icons/Icon.tsx';
import { strings } from '../strings/index.ts';
import { AccountSwitcher } from './AccountSwitcher.tsx';
import { Logo } from './Logo.tsx';
import { lastAccount } from './last-account.ts';
import { Navigation } from './Navigation.tsx';
import { RequestAlerts } from './requests/RequestAlerts.tsx';
import { RequestLink } from './requests/RequestCount.tsx';
import classes from './Shell.module.css';
import { UserMenu } from './UserMenu.tsx';

/** The layout around every page after sign-in. */
export function Shell() {
  const me = useMe();
  const { account } = useParams({ strict: false });
  const [isOpen, drawer] = useDisclosure(false);
  const remembered = me.accounts.find(({ id }) => id === lastAccount()) ?? me.accounts[0];
  const current = account ?? remembered?.id ?? null;
  const mayAnswer = me.accounts.find(({ id }) => id === current)?.answers ?? false;
  const navigation = (onGo?: () => void) => (
    <>
      <AccountSwitcher accounts={me.accounts} currentId={current} />
      <Navigation
        account={current}
        isOperator={me.isOperator}
        mayAnswer={mayAnswer}
        {...(onGo === undefined ? {} : { onNavigate: onGo })}
      />
    </>
  );
  const brand = (
    <Link className={classes.brand} to="/">
      <Logo />
      {strings.app.name}
    </Link>
  );
  return (
    <>
      <a className={classes.skip} href="#content">
        {strings.app.skip}
      </a>
      {current !== null && mayAnswer ? <RequestAlerts key={current} account={current} /> : null}
      <div className={classes.frame}>
        <header className={classes.side}>
          {brand}
          <div className={classes.scroll}>{navigation()}</div>
          <div className={classes.foot}>
            <UserMenu me={me} />
          </div>
        </header>
        <header className={classes.bar}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={strings.navigation.open}
            onClick={drawer.open}
          >
            <Icon name="menu" size={22} />
          </ActionIcon>
          {brand}
          <Group gap="xs" wrap="nowrap">
            {current !== null && mayAnswer ? <RequestLink account={current} /> : null}
            <UserMenu me={me} />
          </Group>
        </header>
        <main className={classes.main} id="content" tabIndex={-1}>
          <div className={classes.inner}>
            <Outlet />
          </div>
        </main>
      </div>
      <Drawer
        opened={isOpen}
        onClose={drawer.close}
        size={280}
        title={strings.app.name}
        closeButtonProps={{ 'aria-label': strings.navigation.close }}
      >
        {navigation(drawer.close)}
      </Drawer>
    </>
  );
}
