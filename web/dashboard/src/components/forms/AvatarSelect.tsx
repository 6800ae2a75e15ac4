import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';

/** Selects one avatar by name. The service does the search, because there may be thousands. */
export function AvatarSelect(props: {
  label: string;
  placeholder: string;
  value: string | null;
  onChange: (id: string | null) => void;
}) {
  const account = useAccountId();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 200);
  const found = useApiQuery(
    'avatars.list',
    { params: { account }, query: { search, limit: 50 } },
    { keepPrevious: true },
  );
  const chosen = useApiQuery(
    'avatars.get',
    { params: { account, avatar: props.value ?? '' } },
    { enabled: props.value !== null },
  );
  const names = new Map(found.data?.items.map(({ id, name }) => [id, name]));
  if (props.value !== null && !names.has(props.value))
    names.set(props.value, chosen.data?.name ?? props.value);
  return (
    <Select
      label={props.label}
      placeholder={props.placeholder}
      data={[...names].map(([value, label]) => ({ value, label }))}
      value={props.value}
      searchable
      clearable
      searchValue={text}
      onSearchChange={setText}
      onChange={props.onChange}
    />
  );
}
