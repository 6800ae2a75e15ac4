import { Checkbox, PasswordInput, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { strings } from '../../strings/index.ts';
import type { BrainValues } from './brain-values.ts';

const words = strings.avatar.brain;

/** A key that can be set, replaced and removed, and never read. */
export function KeyField(props: {
  form: UseFormReturnType<BrainValues>;
  label: string;
  name: 'endpointKey' | 'modelKey';
  removal: 'removesEndpointKey' | 'removesModelKey';
  hasKey: boolean;
}) {
  const { form, hasKey } = props;
  return (
    <Stack gap="xs">
      <PasswordInput
        label={props.label}
        description={hasKey ? words.keySet : words.keyUnset}
        placeholder={hasKey ? '••••••••••••' : ''}
        autoComplete="off"
        disabled={form.values[props.removal]}
        {...form.getInputProps(props.name)}
      />
      {hasKey ? (
        <Checkbox label={words.removeKey} {...form.getInputProps(props.removal, { type: 'checkbox' })} />
      ) : null}
    </Stack>
  );
}
