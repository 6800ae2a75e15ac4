import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import type { Avatar } from '@parley/protocol/management';
import { useState } from 'react';
import { useApiMutation } from '../../../api/queries.ts';
import { ErrorAlert } from '../../../components/page/ErrorAlert.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { Icon } from '../../../icons/Icon.tsx';
import { strings } from '../../../strings/index.ts';
import classes from './EndpointTest.module.css';
import { EndpointTestStepView } from './EndpointTestStepView.tsx';

const text = strings.avatar.test;

export function EndpointTestPanel(props: { avatar: Avatar; url: string; newKey: string }) {
  const { avatar, url, newKey } = props;
  const [message, setMessage] = useState(text.messageDefault);
  const test = useApiMutation('avatars.testEndpoint', { params: { avatar: avatar.id } });
  const run = () =>
    test.mutate({
      message,
      ...(url === (avatar.endpointUrl ?? '') ? {} : { endpointUrl: url }),
      ...(newKey === '' ? {} : { endpointKey: newKey }),
    });
  return (
    <Panel title={text.title} lead={text.lead}>
      <Stack>
        <Group align="flex-end">
          <TextInput
            className={classes.message}
            label={text.message}
            value={message}
            maxLength={2000}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <Button
            variant="light"
            leftSection={<Icon name="play" size={16} />}
            loading={test.isPending}
            disabled={url.trim() === ''}
            onClick={run}
          >
            {text.run}
          </Button>
        </Group>
        {url.trim() === '' ? <p className={classes.hint}>{text.needsUrl}</p> : null}
        {test.isError ? <ErrorAlert error={test.error} /> : null}
        {test.data === undefined || test.isPending ? null : (
          <div role="status">
            <Alert
              color={test.data.passed ? 'green' : 'red'}
              icon={<Icon name={test.data.passed ? 'check' : 'warning'} />}
              title={test.data.passed ? text.passed : text.failed}
            />
            <ol className={classes.steps}>
              {test.data.steps.map((step) => (
                <EndpointTestStepView key={step.action} step={step} />
              ))}
            </ol>
          </div>
        )}
      </Stack>
    </Panel>
  );
}
