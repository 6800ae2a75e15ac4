import { Button, Textarea } from '@mantine/core';
import { type Pronunciation, readPronunciationTable } from '@parley/protocol/pronunciations';
import { useState } from 'react';
import { plural, strings } from '../../strings/index.ts';
import classes from './PronunciationFields.module.css';

const text = strings.pronunciations;
/** More than a full list has. */
const maxLength = 300_000;

/** Takes the rows of a spreadsheet or a CSV file. */
export function PasteTable(props: { onAdd: (entries: Pronunciation[]) => void; onClose: () => void }) {
  const [table, setTable] = useState('');
  const entries = readPronunciationTable(table);
  return (
    <>
      <Textarea
        label={text.table}
        description={text.tableHint}
        placeholder={text.tableSample}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={maxLength}
        data-autofocus
        value={table}
        onChange={(event) => setTable(event.currentTarget.value)}
      />
      <div className={classes.bar}>
        <Button size="xs" disabled={entries.length === 0} onClick={() => props.onAdd(entries)}>
          {plural(text.addTable, entries.length)}
        </Button>
        <Button size="xs" variant="subtle" onClick={props.onClose}>
          {strings.common.cancel}
        </Button>
      </div>
    </>
  );
}
