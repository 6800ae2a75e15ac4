import { Select } from '@mantine/core';
import { strings } from '../../strings/index.ts';
import { actionTexts } from './audit-sentence.ts';

const text = strings.audit;
const known = Object.entries(actionTexts).map(([value, label = value]) => ({ value, label }));

/** One action, or all. The URL may name an action that has no text here. */
export function ActionSelect({
  value,
  onChange,
}: {
  value: string;
  onChange: (action: string | null) => void;
}) {
  const unknown = value === '' || value in actionTexts ? [] : [{ value, label: value }];
  return (
    <Select
      label={text.action}
      data={[{ value: '', label: text.anyAction }, ...unknown, ...known]}
      value={value}
      searchable
      onChange={onChange}
    />
  );
}
