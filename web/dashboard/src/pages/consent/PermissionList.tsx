import { Text, Title } from '@mantine/core';
import type { Consent } from '@parley/protocol/management';
import { useId } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';
import classes from './Consent.module.css';

const text = strings.consent;

/** What the partner will see and do, in plain words. Every grant includes events. */
export function PermissionList({ consent }: { consent: Consent }) {
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
