import { TextInput } from '@mantine/core';

/** A date and time in local time. The URL and the service use Unix milliseconds. */
export function DateTimeField(props: {
  label: string;
  value: string | undefined;
  onChange: (ms: string | undefined) => void;
}) {
  return (
    <TextInput
      type="datetime-local"
      label={props.label}
      value={props.value === undefined ? '' : localTime(Number(props.value))}
      onChange={(event) => {
        const ms = Date.parse(event.currentTarget.value);
        props.onChange(Number.isNaN(ms) ? undefined : String(ms));
      }}
    />
  );
}

function localTime(ms: number): string {
  const shifted = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return Number.isNaN(shifted.getTime()) ? '' : shifted.toISOString().slice(0, 16);
}
