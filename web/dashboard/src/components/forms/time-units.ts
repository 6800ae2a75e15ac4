/** The units in which people enter times, by their length in seconds. */
export const timeUnits = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const;
export type TimeUnit = keyof typeof timeUnits;

const names = Object.keys(timeUnits) as readonly TimeUnit[];
const singular: Readonly<Record<TimeUnit, string>> = {
  seconds: 'second',
  minutes: 'minute',
  hours: 'hour',
  days: 'day',
};

/** The largest unit in which a time is a whole number. */
export const unitFor = (seconds: number, offered: readonly TimeUnit[] = names): TimeUnit =>
  offered.findLast((unit) => seconds >= timeUnits[unit] && seconds % timeUnits[unit] === 0) ??
  offered[0] ??
  'seconds';

/** The units in which a time up to this limit can be entered. Ten minutes are not offered in days. */
export const unitsUpTo = (maxSeconds: number): readonly TimeUnit[] =>
  names.filter((unit) => unit === 'seconds' || timeUnits[unit] * 5 <= maxSeconds);

/** 90 is "90 seconds", 3600 is "1 hour". */
export function timeText(seconds: number): string {
  const unit = unitFor(seconds);
  const amount = seconds / timeUnits[unit];
  return `${amount.toLocaleString('en')} ${amount === 1 ? singular[unit] : unit}`;
}
