import { Checkbox, PasswordInput, Stack } from '@mantine/core';
import { strings } from '../../../strings/index.ts';
import { removalOf, type SettingFieldProps } from './setting-values.ts';

const text = strings.avatar.settings;

/** A secret that can be set, replaced and removed, and never read. */
export function SecretField({
  entry: { name, setting },
  form,
  isSet,
}: SettingFieldProps & { isSet: boolean }) {
  const removal = form.getInputProps(removalOf(name), { type: 'checkbox' });
  return (
    <Stack gap="xs">
      <PasswordInput
        label={setting.label}
        description={isSet ? text.secretSet : setting.meaning}
        placeholder={isSet ? '••••••••••••' : ''}
        autoComplete="off"
        disabled={removal.checked}
        {...form.getInputProps(name)}
      />
      {isSet ? <Checkbox label={text.removeSecret} {...removal} /> : null}
    </Stack>
  );
}
