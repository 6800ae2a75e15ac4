import { Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import type { Me } from '@parley/protocol/dashboard';
import { Link } from '@tanstack/react-router';
import { Icon } from '../icons/Icon.tsx';
import { strings } from '../strings/index.ts';
import classes from './UserMenu.module.css';
import { useSignOut } from './use-sign-out.ts';

const words = strings.navigation;
const schemes = [
  { value: 'auto', label: words.system, icon: 'system' },
  { value: 'light', label: words.light, icon: 'sun' },
  { value: 'dark', label: words.dark, icon: 'moon' },
] as const;

/** Who is signed in, the theme, and the way out. */
export function UserMenu({ me }: { me: Me }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const name = me.name === '' ? me.email : me.name;
  return (
    <Menu shadow="md" width={230} position="top-start">
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          <span className={classes.initials} aria-hidden="true">
            {initials(name)}
          </span>
          <span className="sr">{words.person}</span>
          <span className={classes.words}>
            <Text size="sm" fw={550} truncate>
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {me.email}
            </Text>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/profile" leftSection={<Icon name="profile" size={16} />}>
          {words.profile}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<Icon name="code" size={16} />}>
          {words.reference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{words.theme}</Menu.Label>
        {schemes.map(({ value, label, icon }) => (
          <Menu.Item
            key={value}
            closeMenuOnClick={false}
            onClick={() => setColorScheme(value)}
            leftSection={<Icon name={icon} size={16} />}
            rightSection={colorScheme === value ? <Icon name="check" size={15} /> : null}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()} leftSection={<Icon name="out" size={16} />}>
          {words.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const initials = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .filter((part) => part !== '')
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('');
