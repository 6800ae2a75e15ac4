import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { apiQueryOptions, useApiQuery } from '../../api/queries.ts';

/** Selects avatars by name. The service does the search, because there may be thousands. */
export function AvatarsSelect(props: {
  /** The account in the URL if left out. */
  account?: string;
  label: string;
  description?: string;
  placeholder: string;
  value: string[];
  error?: ReactNode;
  'data-path'?: string;
  onChange: (ids: string[]) => void;
}) {
  const accountInUrl = useAccountId();
  const account = props.account ?? accountInUrl;
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 200);
  const found = useApiQuery(
    'avatars.list',
    { params: { account }, query: { search, limit: 50 } },
    { keepPrevious: true },
  );
  const seen = useRef(new Map<string, string>());
  for (const { id, name } of found.data?.items ?? []) seen.current.set(id, name);
  const chosen = useQueries({
    queries: props.value
      .filter((avatar) => found.isSuccess && !seen.current.has(avatar))
      .map((avatar) => apiQueryOptions('avatars.get', { params: { account, avatar } })),
  });
  for (const { data } of chosen) if (data !== undefined) seen.current.set(data.id, data.name);
  const ids = new Set([...(found.data?.items.map(({ id }) => id) ?? []), ...props.value]);
  return (
    <MultiSelect
      label={props.label}
      description={props.description}
      placeholder={props.value.length === 0 ? props.placeholder : ''}
      data={[...ids].map((id) => ({ value: id, label: seen.current.get(id) ?? id }))}
      value={props.value}
      error={props.error}
      data-path={props['data-path']}
      searchable
      searchValue={text}
      onSearchChange={setText}
      onChange={props.onChange}
    />
  );
}
