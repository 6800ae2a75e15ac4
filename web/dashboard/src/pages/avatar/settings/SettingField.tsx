import { Radio, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { RadioCard } from '../../../components/forms/RadioCard.tsx';
import classes from '../tabs.module.css';
import { AddressField } from './AddressField.tsx';
import { IntegerField } from './IntegerField.tsx';
import { SecretField } from './SecretField.tsx';
import type { SettingFieldProps } from './setting-values.ts';
import { WebhookField } from './WebhookField.tsx';

/** The field of one setting, by its kind. Settings of the kind "own" have their own components. */
export function SettingField({ entry, form, isSet }: SettingFieldProps & { isSet: boolean }) {
  const { name, setting } = entry;
  const described = { label: setting.label, description: setting.meaning };
  switch (setting.kind) {
    case 'name':
      return (
        <TextInput {...described} required maxLength={setting.maxLength} {...form.getInputProps(name)} />
      );
    case 'text':
      return setting.lines === 1 ? (
        <TextInput {...described} {...form.getInputProps(name)} />
      ) : (
        <Textarea
          {...described}
          autosize
          minRows={setting.lines}
          maxRows={16}
          {...form.getInputProps(name)}
        />
      );
    case 'integer':
      return <IntegerField name={name} setting={setting} form={form} />;
    case 'switch':
      return <Switch {...described} {...form.getInputProps(name, { type: 'checkbox' })} />;
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
      return (
        <TagsInput {...described} placeholder="https://…" acceptValueOnBlur {...form.getInputProps(name)} />
      );
    case 'address':
      return <AddressField entry={entry} form={form} />;
    case 'webhook':
      return <WebhookField entry={entry} form={form} />;
    case 'secret':
      return <SecretField entry={entry} form={form} isSet={isSet} />;
    case 'own':
      return null;
  }
}
