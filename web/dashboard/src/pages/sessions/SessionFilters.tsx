import { Button } from '@mantine/core';
import { AvatarSelect } from '../../components/forms/AvatarSelect.tsx';
import { DateTimeField } from '../../components/forms/DateTimeField.tsx';
import { Filters } from '../../components/tables/Filters.tsx';
import { SearchBox } from '../../components/tables/SearchBox.tsx';
import { strings } from '../../strings/index.ts';

export type SessionSearch = { avatar?: string; user?: string; from?: string; to?: string };

const text = strings.sessions;

export function SessionFilters(props: { search: SessionSearch; onChange: (search: SessionSearch) => void }) {
  const { search } = props;
  const set = (name: keyof SessionSearch, value: string | null | undefined) => {
    const { [name]: _, ...rest } = search;
    props.onChange(value ? { ...rest, [name]: value } : rest);
  };
  return (
    <Filters active={Object.keys(search).length}>
      <AvatarSelect
        label={text.avatar}
        placeholder={text.anyAvatar}
        value={search.avatar ?? null}
        onChange={(id) => set('avatar', id)}
      />
      <SearchBox
        visible
        label={text.userHint}
        value={search.user ?? ''}
        onSearch={(text) => set('user', text)}
      />
      <DateTimeField label={strings.common.from} value={search.from} onChange={(ms) => set('from', ms)} />
      <DateTimeField label={strings.common.to} value={search.to} onChange={(ms) => set('to', ms)} />
      {Object.keys(search).length === 0 ? null : (
        <Button variant="subtle" onClick={() => props.onChange({})}>
          {strings.common.clearFilters}
        </Button>
      )}
    </Filters>
  );
}
