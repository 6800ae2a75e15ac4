import { Alert } from '@mantine/core';
import { useAccountId } from '../../../api/account-id.ts';
import { TextLink } from '../../../components/page/TextLink.tsx';
import { Icon } from '../../../icons/Icon.tsx';
import { fill, strings } from '../../../strings/index.ts';
import type { HandBack } from './hand-back.ts';

const text = strings.live;

export function ConnectionAlert({ link, isAnswering }: { link: 'lost' | 'away'; isAnswering: boolean }) {
  const words = text.link[link === 'lost' && isAnswering ? 'lostWhileAnswering' : link];
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} title={words.title} mb="sm" role="alert">
      {words.text}
    </Alert>
  );
}

/** The brain answers again, and the person did not ask for it. */
export function HandedBackAlert({ why, silence }: { why: HandBack; silence: string }) {
  const words = text.handBack[why];
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} title={words.title} mb="sm" role="alert">
      {fill(words.text, { time: silence })}
    </Alert>
  );
}

export function SessionOverAlert() {
  const account = useAccountId();
  return (
    <Alert color="gray" icon={<Icon name="phone" />} title={text.link.ended.title} role="alert">
      {text.link.ended.text}{' '}
      <TextLink to="/$account/sessions" params={{ account }} inherit underline="always">
        {text.toLive}
      </TextLink>
    </Alert>
  );
}
