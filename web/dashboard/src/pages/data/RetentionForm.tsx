import { Button, Group, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { isProblem } from '../../api/problem.ts';
import { useApiMutation } from '../../api/queries.ts';
import { ask } from '../../parts/ask.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { tellDone } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';

const words = strings.data;
const forEver = (days: number): number => (days === 0 ? Number.POSITIVE_INFINITY : days);

export function RetentionForm({ days, canChange }: { days: number; canChange: boolean }) {
  const account = useAccountId();
  const [value, setValue] = useState<number | string>(days);
  const save = useApiMutation('account.update', {
    params: { account },
    stale: ['account.get'],
    onDone: () => tellDone(words.saved),
  });
  const wanted = Number(value);
  const submit = () => {
    const run = () => save.mutate({ retentionDays: wanted });
    if (forEver(wanted) >= forEver(days)) return run();
    ask({ title: words.shorterAsk, words: words.shorterWords(wanted), confirm: strings.common.save, run });
  };
  return (
    <Panel title={words.retention} lead={words.retentionLead}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Group align="flex-end">
          <NumberInput
            label={words.days}
            description={words.daysHint}
            min={0}
            max={3650}
            allowDecimal={false}
            readOnly={!canChange}
            value={value}
            onChange={setValue}
            error={isProblem(save.error) ? save.error.message : null}
          />
          {canChange ? (
            <Button type="submit" loading={save.isPending} disabled={value === '' || wanted === days}>
              {strings.common.save}
            </Button>
          ) : null}
        </Group>
      </form>
    </Panel>
  );
}
