import { Checkbox, NumberInput, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { fill, strings } from '../../strings/index.ts';
import classes from './LimitInput.module.css';
import { type TimeUnit, timeUnits, unitFor } from './time-units.ts';

/** A number in the form; an empty text stands for null. */
type Value = number | '';

/**
 * A number with "no limit" as a checkbox beside it, and a choice of units for times. An emptied field goes back to the last
 * number when it loses the focus: only the checkbox means "no limit".
 */
export function LimitInput(props: {
  label: string;
  description?: string;
  error?: ReactNode;
  value: Value;
  /** The value that means "no limit", and the label of the checkbox. */
  off?: { readonly value: Value; readonly label: string };
  /** The first number when the checkbox is cleared. */
  suggested?: number;
  /** For times: how many values make a second, and the units to choose from. */
  time?: { readonly perSecond: number; readonly units: readonly TimeUnit[] };
  /** The unit, if it is not a time. */
  suffix?: string;
  step?: number;
  min: number;
  max?: number;
  readOnly?: boolean;
  'data-path'?: string;
  onChange: (value: Value) => void;
}) {
  const { label, value, off, time, onChange, readOnly = false } = props;
  const isOff = off !== undefined && value === off.value;
  const [last, setLast] = useState(isOff || value === '' ? (props.suggested ?? props.min) : value);
  const shown = isOff || value === '' ? last : value;
  const [unit, setUnit] = useState(time && unitFor(shown / time.perSecond, time.units));
  // The unfinished input, such as "1." or an empty text.
  const [typed, setTyped] = useState<string | number | null>(null);
  const size = time === undefined || unit === undefined ? 1 : timeUnits[unit] * time.perSecond;
  const type = (next: string | number) => {
    setTyped(next);
    if (typeof next === 'number') onChange(Math.round(next * size));
  };
  const isFixed = time === undefined || time.units.length === 1;
  const suffix = time === undefined ? props.suffix : isFixed ? unit : undefined;
  return (
    <div className={classes.limit}>
      <NumberInput
        classNames={{
          root: classes.number,
          label: classes.across,
          description: classes.across,
          error: classes.error,
        }}
        label={label}
        description={props.description}
        error={props.error}
        data-path={props['data-path']}
        min={props.min / size}
        {...(props.max === undefined ? {} : { max: props.max / size })}
        step={props.step ?? 1}
        decimalScale={time === undefined ? 0 : 2}
        clampBehavior="none"
        {...(suffix === undefined || isOff ? {} : { suffix: ` ${suffix}` })}
        disabled={isOff}
        readOnly={readOnly}
        value={isOff ? '' : (typed ?? shown / size)}
        onChange={type}
        onBlur={() => setTyped(null)}
      />
      {isFixed || isOff ? null : (
        <Select
          className={classes.unit}
          aria-label={fill(strings.common.unitOf, { label })}
          data={time.units.map((name) => ({ value: name, label: strings.common.units[name] }))}
          value={unit ?? null}
          allowDeselect={false}
          readOnly={readOnly}
          onChange={(next) => {
            if (next === null) return;
            // The number stays, because people choose the unit for the number they typed.
            setUnit(next as TimeUnit);
            onChange(Math.round((shown / size) * timeUnits[next as TimeUnit] * time.perSecond));
          }}
        />
      )}
      {off === undefined ? null : (
        <Checkbox
          className={classes.off}
          label={off.label}
          aria-label={`${label}: ${off.label}`}
          checked={isOff}
          disabled={readOnly}
          onChange={({ currentTarget }) => {
            if (currentTarget.checked) setLast(shown);
            setTyped(null);
            onChange(currentTarget.checked ? off.value : last);
          }}
        />
      )}
    </div>
  );
}
