import { NumberInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { strings } from '../../strings/index.ts';
import type { BrainValues } from './brain-values.ts';
import { KeyField } from './KeyField.tsx';
import classes from './tabs.module.css';

const words = strings.avatar.brain;

export function ModelFields({ form, hasKey }: { form: UseFormReturnType<BrainValues>; hasKey: boolean }) {
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={words.modelUrl}
          description={words.modelUrlHint}
          placeholder="https://"
          inputMode="url"
          {...form.getInputProps('modelUrl')}
        />
        <TextInput label={words.modelName} description=" " {...form.getInputProps('modelName')} />
      </div>
      <KeyField
        form={form}
        label={words.modelKey}
        name="modelKey"
        removal="removesModelKey"
        hasKey={hasKey}
      />
      <Textarea
        label={words.modelPrompt}
        description={words.modelPromptHint}
        autosize
        minRows={4}
        maxRows={16}
        {...form.getInputProps('modelPrompt')}
      />
      <NumberInput
        label={words.modelHistory}
        min={0}
        max={200}
        allowDecimal={false}
        {...form.getInputProps('modelHistory')}
      />
    </>
  );
}
