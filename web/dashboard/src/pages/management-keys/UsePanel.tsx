import { Anchor } from '@mantine/core';
import { useAccountId, useMe } from '../../api/me.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { CodeBlock } from '../../components/values/CodeBlock.tsx';
import { strings } from '../../strings/index.ts';
import { exampleRequest } from './example-request.ts';
import classes from './ManagementKeys.module.css';

const text = strings.managementKeys;

/** What a key is for, with a first request. */
export function UsePanel() {
  const { baseUrl } = useMe().installation;
  const example = exampleRequest({ baseUrl, account: useAccountId(), key: 'KEY', scopes: ['avatars:read'] });
  return (
    <div className={classes.below}>
      <Panel
        title={text.use}
        lead={text.useLead}
        actions={
          <Anchor href="/docs" target="_blank" size="sm">
            {text.reference}
          </Anchor>
        }
      >
        {example === null ? null : <CodeBlock code={example} label="curl" />}
      </Panel>
    </div>
  );
}
