import { Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import type { Me } from '@parley/protocol/management';
import { Link } from '@tanstack/react-router';
import { Icon } from '../icons/Icon.tsx';
import { strings } from '../strings/index.ts';
import classes from './UserMenu.module.css';
import { useSignOut } from './use-sign-out.ts';

const text = strings.navigation;
const schemes = [
  { value: 'auto', label: text.system, icon: 'system' },
  { value: 'light', label: text.light, icon: 'sun' },
  { value: 'dark', label: text.dark, icon: 'moon' },
] as const;

/** The signed-in person, the theme, and sign-out. */
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
          <span className="sr">{text.person}</span>
          <span className={classes.text}>
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
          {text.profile}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<Icon name="code" size={16} />}>
          {text.reference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{text.theme}</Menu.Label>
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
          {text.signOut}
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
