import { Input, NativeSelect, Slider, Switch } from '@mantine/core';
import { useId } from 'react';
import { strings } from '../../../strings/index.ts';
import classes from './LookEditor.module.css';
import type { LookField } from './look-fields.ts';

/** By part and name, or by the name alone. */
const labels: Readonly<Record<string, string>> = strings.avatar.lookEditor.fields;
const labelOf = ({ part, name }: LookField): string =>
  labels[`${part}.${name}`] ?? labels[name ?? part] ?? name ?? part;
const nameOf = (option: string): string =>
  (option.charAt(0).toUpperCase() + option.slice(1)).replaceAll('-', ' ');

export function LookFieldInput(props: {
  field: LookField;
  value: string | number | boolean;
  onChange: (value: string | number | boolean) => void;
}) {
  const { field, value, onChange } = props;
  const id = useId();
  const label = labelOf(field);
  if (field.kind === 'choice')
    return (
      <NativeSelect
        label={label}
        value={String(value)}
        data={field.options.map((option) => ({ value: option, label: nameOf(option) }))}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (field.kind === 'switch')
    return (
      <Switch
        label={label}
        className={classes.switch}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  if (field.kind === 'colour')
    return (
      <Input.Wrapper label={label} id={id}>
        <span className={classes.colour}>
          <input
            id={id}
            type="color"
            value={String(value)}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <span className="mono" aria-hidden="true">
            {String(value)}
          </span>
        </span>
      </Input.Wrapper>
    );
  const { min, max, step } = field;
  return (
    <Input.Wrapper label={label} labelProps={{ id }} className={classes.amount}>
      <Slider
        thumbProps={{ 'aria-labelledby': id }}
        min={min}
        max={max}
        step={step}
        label={(shown) => (step < 1 ? shown.toFixed(2) : String(shown))}
        value={Number(value)}
        onChange={(next) => onChange(Math.round(next * 100) / 100)}
      />
    </Input.Wrapper>
  );
}
