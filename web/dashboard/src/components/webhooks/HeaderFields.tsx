import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { FieldGroup } from '../forms/FieldGroup.tsx';
import classes from './HeaderFields.module.css';

export type HeaderField = { readonly id: number; readonly name: string; readonly value: string };
const text = strings.webhooks;

export const headersOf = (lines: readonly HeaderField[]): Record<string, string> =>
  Object.fromEntries(
    lines.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
  );

/** Inputs for any number of header names and values. */
export function HeaderFields(props: {
  value: readonly HeaderField[];
  error?: ReactNode;
  onChange: (lines: HeaderField[]) => void;
}) {
  const { value: lines, onChange } = props;
  const set = (id: number, change: Partial<HeaderField>) =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...change } : line)));
  const add = () =>
    onChange([...lines, { id: Math.max(0, ...lines.map(({ id }) => id)) + 1, name: '', value: '' }]);
  return (
    <FieldGroup path="lines" label={text.headers} showsLabel error={props.error}>
      <Text size="xs" c="dimmed">
        {text.headersHint}
      </Text>
      {lines.map(({ id, name, value }) => (
        <div key={id} className={classes.line}>
          <TextInput
            aria-label={text.headerName}
            placeholder={text.headerName}
            value={name}
            onChange={(event) => set(id, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={text.headerValue}
            placeholder={text.headerValue}
            autoComplete="off"
            value={value}
            onChange={(event) => set(id, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={text.removeHeader}
            onClick={() => onChange(lines.filter((line) => line.id !== id))}
          >
            <Icon name="cross" size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        mt="xs"
        leftSection={<Icon name="plus" size={14} />}
        onClick={add}
      >
        {text.addHeader}
      </Button>
    </FieldGroup>
  );
}
