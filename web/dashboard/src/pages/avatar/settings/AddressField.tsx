import { TextInput } from '@mantine/core';
import { useMe } from '../../../api/me.ts';
import { strings } from '../../../strings/index.ts';
import type { SettingFieldProps } from './setting-values.ts';

const text = strings.avatar.settings;

/** An address that the service calls. The field says which addresses are accepted. */
export function AddressField({ entry: { name, setting }, form }: SettingFieldProps) {
  const { loopbackAllowed } = useMe().installation;
  return (
    <TextInput
      label={setting.label}
      description={`${setting.meaning} ${loopbackAllowed ? text.loopback : text.httpsOnly}`}
      placeholder="https://"
      inputMode="url"
      {...form.getInputProps(name)}
    />
  );
}
