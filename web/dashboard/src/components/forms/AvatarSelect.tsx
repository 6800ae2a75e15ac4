import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useAccountId } from '../../api/account-id.ts';
import { apiQueryOptions, useApiQuery } from '../../api/queries.ts';

/** Selects one avatar by name. */
export function AvatarSelect(props: SelectProps & { value: string | null }) {
  const options = useAvatarOptions(props.value === null ? [] : [props.value]);
  return <Select clearable {...options} {...props} />;
}

/** Selects avatars by name. */
export function AvatarsSelect({
  account,
  placeholder = '',
  ...props
}: MultiSelectProps & {
  /** The account in the URL if left out. */
  account?: string;
  value: string[];
}) {
  const options = useAvatarOptions(props.value, account);
  return <MultiSelect placeholder={props.value.length === 0 ? placeholder : ''} {...options} {...props} />;
}

/** The avatars to choose from. The service does the search, because there may be thousands. */
function useAvatarOptions(chosen: readonly string[], givenAccount?: string) {
  const accountInUrl = useAccountId();
  const account = givenAccount ?? accountInUrl;
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 200);
  const found = useApiQuery(
    'avatars.list',
    { params: { account }, query: { search, limit: 50 } },
    { keepPrevious: true },
  );
  const names = useRef(new Map<string, string>()).current;
  for (const { id, name } of found.data?.items ?? []) names.set(id, name);
  const others = useQueries({
    queries: chosen
      .filter((avatar) => found.isSuccess && !names.has(avatar))
      .map((avatar) => apiQueryOptions('avatars.get', { params: { account, avatar } })),
  });
  for (const { data } of others) if (data !== undefined) names.set(data.id, data.name);
  const ids = new Set([...(found.data?.items.map(({ id }) => id) ?? []), ...chosen]);
  return {
    data: [...ids].map((id) => ({ value: id, label: names.get(id) ?? id })),
    searchable: true,
    searchValue: text,
    onSearchChange: setText,
  };
}
