import { NumberInput, Radio, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type IntegerSetting, rangeText } from '@parley/protocol/avatar-settings';
import { RadioCard } from '../../components/RadioCard.tsx';
import { AddressField } from './AddressField.tsx';
import { SecretField } from './SecretField.tsx';
import type { SettingFieldProps, SettingForm } from './setting-values.ts';
import classes from './tabs.module.css';
import { WebhookField } from './WebhookField.tsx';

/** The field of one setting, by its kind. Settings of the kind "own" have components of their own. */
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

function IntegerField(props: { name: string; setting: IntegerSetting; form: SettingForm }) {
  const { name, setting, form } = props;
  const { label, unit, meaning, minimum, off } = setting;
  const range = rangeText(setting, 'empty');
  return (
    <NumberInput
      label={unit === undefined ? label : `${label}, in ${unit}`}
      description={`${meaning} ${range.charAt(0).toUpperCase()}${range.slice(1)}.`}
      min={Math.min(minimum, off?.value ?? minimum)}
      {...(setting.maximum === undefined ? {} : { max: setting.maximum })}
      step={setting.step ?? 1}
      clampBehavior="none"
      allowDecimal={false}
      {...form.getInputProps(name)}
    />
  );
}
