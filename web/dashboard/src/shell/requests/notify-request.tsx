import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { LiveSession } from '@parley/protocol/management';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.requests;

const idOf = ({ id }: LiveSession): string => `request ${id}`;
const titleOf = ({ user }: LiveSession): string => fill(text.asks, { visitor: user.name });
const reasonOf = ({ personRequest, avatar }: LiveSession): string =>
  personRequest?.reason || fill(text.talksTo, { avatar: avatar.name });

export function showInPage(session: LiveSession, onOpen: () => void): void {
  const id = idOf(session);
  notifications.show({
    id,
    title: titleOf(session),
    message: (
      <>
        <Text size="sm">{reasonOf(session)}</Text>
        <Button
          size="xs"
          mt="xs"
          onClick={() => {
            notifications.hide(id);
            onOpen();
          }}
        >
          {text.open}
        </Button>
      </>
    ),
    color: 'yellow',
    icon: <Icon name="bell" />,
    autoClose: false,
    closeButtonProps: { 'aria-label': strings.common.close },
  });
}

/** Somebody has taken over, or the session has ended. */
export const hideRequest = (session: LiveSession): void => {
  notifications.hide(idOf(session));
};

/** A notification of the operating system, for people who look at something else. */
export function showInSystem(session: LiveSession, onOpen: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const shown = new Notification(titleOf(session), { body: reasonOf(session), tag: idOf(session) });
  shown.onclick = () => {
    window.focus();
    shown.close();
    onOpen();
  };
}
