import { NumberInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Panel } from '../../parts/Panel.tsx';
import { strings } from '../../strings/index.ts';
import type { AdvancedValues } from './advanced-values.ts';
import classes from './tabs.module.css';

const words = strings.avatar.advanced;

export function LimitFields({ form }: { form: UseFormReturnType<AdvancedValues> }) {
  return (
    <Panel title={words.limits}>
      <div className={classes.pair}>
        <NumberInput
          label={words.maxDuration}
          description={words.maxDurationHint}
          min={-1}
          clampBehavior="none"
          allowDecimal={false}
          {...form.getInputProps('maxSessionDuration')}
        />
        <NumberInput
          label={words.idle}
          description={words.idleHint}
          min={0}
          clampBehavior="none"
          allowDecimal={false}
          {...form.getInputProps('idleTimeout')}
        />
        <NumberInput
          label={words.maxSessions}
          description={words.maxSessionsHint}
          min={1}
          clampBehavior="none"
          allowDecimal={false}
          {...form.getInputProps('maxSessions')}
        />
      </div>
    </Panel>
  );
}
