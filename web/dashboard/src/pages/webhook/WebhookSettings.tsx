import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Webhook } from '@parley/protocol/dashboard';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { toFields } from '../../parts/form-problem.ts';
import { type HeaderLine, HeaderLines, headersOf } from '../../parts/HeaderLines.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { SaveBar } from '../../parts/SaveBar.tsx';
import { tellDone } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';

const words = strings.webhooks;

export function WebhookSettings({ webhook, canChange }: { webhook: Webhook; canChange: boolean }) {
  const account = useAccountId();
  const [problem, setProblem] = useState<unknown>(null);
  const [replaces, setReplaces] = useState(false);
  const [lines, setLines] = useState<readonly HeaderLine[]>([]);
  const form = useForm({ mode: 'controlled', initialValues: { name: webhook.name, url: webhook.url } });
  const hasHeaders = webhook.headerNames.length > 0;
  const setsHeaders = replaces || lines.length > 0;
  const save = useApiMutation('webhooks.update', {
    params: { account, webhook: webhook.id },
    stale: ['webhooks.get', 'webhooks.list'],
    onDone: () => {
      form.resetDirty();
      setReplaces(false);
      setLines([]);
      tellDone(strings.webhook.saved);
    },
    onProblem: (error) => setProblem(toFields(form, error)),
  });
  const submit = form.onSubmit(({ name, url }) => {
    setProblem(null);
    save.mutate({
      ...(name === webhook.name ? {} : { name }),
      ...(url === webhook.url ? {} : { url }),
      ...(setsHeaders ? { headers: headersOf(lines) } : {}),
    });
  });
  const undo = () => {
    form.reset();
    setReplaces(false);
    setLines([]);
  };
  return (
    <Panel title={strings.webhook.settings}>
      <form onSubmit={submit}>
        <Stack>
          {problem === null ? null : <Problem error={problem} />}
          <TextInput label={words.name} required readOnly={!canChange} {...form.getInputProps('name')} />
          <TextInput
            label={words.url}
            description={words.urlHint}
            required
            readOnly={!canChange}
            {...form.getInputProps('url')}
          />
          {hasHeaders ? <Text size="sm">{words.headersKept(webhook.headerNames.join(', '))}</Text> : null}
          {hasHeaders && canChange ? (
            <Checkbox
              label={words.replaceHeaders}
              checked={replaces}
              onChange={(event) => setReplaces(event.currentTarget.checked)}
            />
          ) : null}
          {canChange && (replaces || !hasHeaders) ? <HeaderLines lines={lines} onChange={setLines} /> : null}
        </Stack>
        <SaveBar dirty={form.isDirty() || setsHeaders} busy={save.isPending} onUndo={undo} />
      </form>
    </Panel>
  );
}
