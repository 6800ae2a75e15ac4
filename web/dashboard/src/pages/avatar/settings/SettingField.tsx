import {
  Checkbox,
  PasswordInput,
  Radio,
  Select,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMe } from '../../../api/me.ts';
import { useApiItems } from '../../../api/queries.ts';
import { RadioCard } from '../../../components/forms/RadioCard.tsx';
import { strings } from '../../../strings/index.ts';
import classes from '../tabs.module.css';
import { IntegerField } from './IntegerField.tsx';
import { removalOf, type SettingFieldProps } from './setting-values.ts';

const text = strings.avatar.settings;

/** The field of one setting, by its kind. The voice, its pronunciations and the like have their own components. */
export function SettingField({ entry, form, isSet }: SettingFieldProps & { isSet: boolean }) {
  const { name, setting } = entry;
  const field = { label: setting.label, description: setting.meaning, ...form.getInputProps(name) };
  switch (setting.kind) {
    case 'name':
      return <TextInput {...field} required maxLength={setting.maxLength} />;
    case 'text':
      return setting.lines === 1 ? (
        <TextInput {...field} />
      ) : (
        <Textarea {...field} autosize minRows={setting.lines} maxRows={16} />
      );
    case 'integer':
      return <IntegerField name={name} setting={setting} form={form} />;
    case 'switch':
      return (
        <Switch
          label={setting.label}
          description={setting.meaning}
          {...form.getInputProps(name, { type: 'checkbox' })}
        />
      );
    case 'choice':
      return (
        <Radio.Group aria-label={setting.label} {...form.getInputProps(name)}>
          <div className={classes.pair}>
            {setting.options.map(({ value, label, meaning }) => (
              <RadioCard key={value} value={value} title={label} text={meaning} />
            ))}
          </div>
        </Radio.Group>
      );
    case 'origins':
      return <TagsInput {...field} placeholder="https://…" acceptValueOnBlur />;
    case 'address':
      return <AddressField entry={entry} form={form} />;
    case 'webhook':
      return <WebhookField entry={entry} form={form} />;
    case 'secret':
      return <SecretField entry={entry} form={form} isSet={isSet} />;
    case 'pronunciations':
    case 'own':
      return null;
  }
}

/** An address that the service calls. The field says which addresses are accepted. */
function AddressField({ entry: { name, setting }, form }: SettingFieldProps) {
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

/** One of the account's webhooks, or none. */
function WebhookField({ entry: { name, setting }, form }: SettingFieldProps) {
  const webhooks = useApiItems('webhooks.list');
  const options = webhooks.data?.map((webhook) => ({ value: webhook.id, label: webhook.name })) ?? [];
  return (
    <Select
      label={setting.label}
      description={setting.meaning}
      data={[{ value: '', label: text.noWebhook }, ...options]}
      {...form.getInputProps(name)}
    />
  );
}

/** A secret that can be set, replaced and removed, and never read. */
function SecretField({ entry: { name, setting }, form, isSet }: SettingFieldProps & { isSet: boolean }) {
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
