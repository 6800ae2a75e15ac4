import { Button, Stack, Text, TextInput } from '@mantine/core';
import { maxPronunciations, type Pronunciation } from '@parley/protocol/pronunciations';
import { useRef, useState } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';
import { PasteTable } from './PasteTable.tsx';
import classes from './PronunciationFields.module.css';
import { type HearEntry, PronunciationRow } from './PronunciationRow.tsx';

const text = strings.pronunciations;
/** A page with all fields of a full list would be slow. */
const shownAtOnce = 20;

/** Words and how they are said. New words come first, where they can be seen. */
export function PronunciationFields(props: {
  value: readonly Pronunciation[];
  isReadOnly?: boolean;
  /** Null if there is no voice to hear it with. */
  hear: ((entry: Pronunciation, what: string) => HearEntry) | null;
  onChange: (list: Pronunciation[]) => void;
}) {
  const { value: list, isReadOnly = false, hear, onChange } = props;
  const keys = useRowKeys(list.length);
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(shownAtOnce);
  const [isPasting, setPasting] = useState(false);
  const wanted = search.trim().toLowerCase();
  const found = list
    .map((entry, index) => ({ entry, index, key: keys.of(index) }))
    .filter(({ entry }) => entry.word.toLowerCase().includes(wanted));
  const isFull = list.length >= maxPronunciations;

  const add = (entries: readonly Pronunciation[]) => {
    const isNew = ({ word, language }: Pronunciation) =>
      !entries.some((entry) => entry.word === word && (entry.language ?? '') === (language ?? ''));
    const kept = list.filter(isNew);
    keys.renew();
    setSearch('');
    onChange([...entries, ...kept]);
  };
  return (
    <Stack gap="sm">
      <Text size="xs" c="dimmed">
        {text.hint}
      </Text>
      {isReadOnly ? null : (
        <div className={classes.bar}>
          <Button
            size="xs"
            variant="light"
            leftSection={<Icon name="plus" size={14} />}
            disabled={isFull}
            onClick={() => add([{ word: '' }])}
          >
            {text.add}
          </Button>
          <Button size="xs" variant="subtle" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
            {text.paste}
          </Button>
          <Text size="xs" c="dimmed">
            {fill(text.count, { count: list.length, most: maxPronunciations })}
          </Text>
        </div>
      )}
      {isPasting ? (
        <PasteTable
          onClose={() => setPasting(false)}
          onAdd={(entries) => {
            add(entries);
            setPasting(false);
          }}
        />
      ) : null}
      {list.length > shownAtOnce ? (
        <TextInput
          size="xs"
          type="search"
          aria-label={text.search}
          placeholder={text.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      <div>
        {found.slice(0, shown).map(({ entry, index, key }) => (
          <PronunciationRow
            key={key}
            entry={entry}
            isReadOnly={isReadOnly}
            hear={hear?.(entry, `word:${key}`) ?? null}
            onChange={(next) => onChange(list.map((old, at) => (at === index ? next : old)))}
            onRemove={() => {
              keys.remove(index);
              onChange(list.filter((_, at) => at !== index));
            }}
          />
        ))}
      </div>
      {found.length > shown ? (
        <Button size="xs" variant="subtle" onClick={() => setShown(shown + shownAtOnce)}>
          {text.more}
        </Button>
      ) : null}
    </Stack>
  );
}

/** Keys that stay with their rows while others are removed. */
function useRowKeys(count: number) {
  const next = useRef(0);
  const keys = useRef<number[]>([]);
  while (keys.current.length < count) {
    keys.current.push(next.current);
    next.current += 1;
  }
  return {
    of: (index: number) => keys.current[index] ?? -1,
    remove: (index: number) => keys.current.splice(index, 1),
    /** All rows move. */
    renew() {
      keys.current = [];
    },
  };
}
