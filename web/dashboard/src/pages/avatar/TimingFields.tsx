import { NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { strings } from '../../strings/index.ts';
import type { BrainValues } from './brain-values.ts';
import classes from './tabs.module.css';

const words = strings.avatar.brain;

export function TimingFields({ form }: { form: UseFormReturnType<BrainValues> }) {
  return (
    <Stack>
      <div className={classes.pair}>
        <NumberInput
          label={words.chatTimeout}
          description={words.chatTimeoutHint}
          min={1}
          max={120}
          clampBehavior="none"
          allowDecimal={false}
          {...form.getInputProps('chatTimeout')}
        />
        <NumberInput
          label={words.fillerAfter}
          description={words.fillerAfterHint}
          min={0}
          max={60_000}
          step={100}
          clampBehavior="none"
          allowDecimal={false}
          {...form.getInputProps('fillerAfterMs')}
        />
      </div>
      <TextInput label={words.filler} description={words.fillerHint} {...form.getInputProps('filler')} />
      <div className={classes.pair}>
        <Textarea
          label={words.apology}
          description={words.apologyHint}
          autosize
          minRows={2}
          {...form.getInputProps('apology')}
        />
        <Textarea
          label={words.fallback}
          description={words.fallbackHint}
          autosize
          minRows={2}
          {...form.getInputProps('fallbackReply')}
        />
      </div>
      <Switch
        label={words.heard}
        description={words.heardHint}
        {...form.getInputProps('sendsHeard', { type: 'checkbox' })}
      />
    </Stack>
  );
}
