import type { IntegerSetting } from '@parley/protocol/avatar-settings';
import { LimitInput } from '../../../components/forms/LimitInput.tsx';
import { timeText, unitsUpTo } from '../../../components/forms/time-units.ts';
import { fill, strings } from '../../../strings/index.ts';
import type { SettingForm } from './setting-values.ts';

const text = strings.common;
const offLabels = { unlimited: text.unlimited, never: text.never };
const perSecond = { seconds: 1, milliseconds: 1_000 };
/** The number that is filled in when “Unlimited” is unchecked. */
const suggestions = { seconds: 1_800, milliseconds: 2_000, percent: 50, none: 10 };

/** A number. Times are entered in seconds, minutes, hours or days, and "no limit" is a checkbox. */
export function IntegerField(props: { name: string; setting: IntegerSetting; form: SettingForm }) {
  const { name, setting, form } = props;
  const { label, unit, meaning, minimum, maximum, off } = setting;
  const { value, error, onChange } = form.getInputProps(name);
  const time = unit === undefined || unit === 'percent' ? null : perSecond[unit];
  const limit =
    maximum === undefined || maximum === 100
      ? ''
      : ` ${fill(text.atMost, { limit: time === null ? maximum.toLocaleString('en') : timeText(maximum / time) })}`;
  return (
    <LimitInput
      label={label}
      description={`${meaning}${limit}`}
      error={error}
      data-path={name}
      min={minimum}
      {...(maximum === undefined ? {} : { max: maximum })}
      suggested={Math.min(maximum ?? Number.POSITIVE_INFINITY, suggestions[unit ?? 'none'])}
      {...(off === undefined ? {} : { off: { value: off.value ?? '', label: offLabels[off.means] } })}
      {...(unit === 'percent' ? { suffix: '%' } : {})}
      {...(time === null
        ? {}
        : { time: { perSecond: time, units: unitsUpTo((maximum ?? Number.POSITIVE_INFINITY) / time) } })}
      step={unit === 'milliseconds' ? 0.5 : 1}
      value={value}
      onChange={onChange}
    />
  );
}
