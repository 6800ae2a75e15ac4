import { Button, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useAccountId } from '../../api/account-id.ts';
import { useApiItems, useApiMutation } from '../../api/queries.ts';
import { AttemptView } from '../../components/deliveries/AttemptView.tsx';
import { ErrorAlert } from '../../components/page/ErrorAlert.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { strings } from '../../strings/index.ts';
import classes from './Events.module.css';

const text = strings.events;

/** Sends the signed sample to a webhook of the account. */
export function SendSample({ event }: { event: string }) {
  const account = useAccountId();
  const webhooks = useApiItems('webhooks.list');
  const [chosen, setChosen] = useState<string | null>(null);
  const webhook = chosen ?? webhooks.data?.[0]?.id ?? null;
  const send = useApiMutation('webhooks.sendSample', { params: { webhook: webhook ?? '' } });
  if (webhooks.data?.length === 0) {
    return (
      <Text size="sm" mt="sm">
        <TextLink to="/$account/webhooks" params={{ account }} inherit>
          {text.noWebhooks}
        </TextLink>
      </Text>
    );
  }
  return (
    <>
      <div className={classes.send}>
        <Select
          label={text.sendTo}
          data={webhooks.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          value={webhook}
          onChange={setChosen}
        />
        <Button
          variant="light"
          loading={send.isPending}
          disabled={webhook === null}
          onClick={() => send.mutate({ event })}
        >
          {text.send}
        </Button>
      </div>
      <div className={classes.result} role="status">
        {send.isError ? <ErrorAlert error={send.error} /> : null}
        {send.data === undefined ? null : <AttemptView attempt={send.data.attempt} />}
      </div>
    </>
  );
}
