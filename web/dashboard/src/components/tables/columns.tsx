import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { strings } from '../../strings/index.ts';
import { plainNumber } from '../values/format-time.ts';
import { SmallText } from '../values/SmallText.tsx';
import { Timestamp } from '../values/Timestamp.tsx';
import type { Column } from './DataTable.tsx';

/** A name with a small line below it. */
export const nameColumn = <Row,>(
  title: string,
  name: (row: Row) => string,
  below: (row: Row) => string,
  belowClass = '',
): Column<Row> => ({
  title,
  cell: (row) => (
    <>
      <Text component="span" size="sm" fw={600} display="block">
        {name(row)}
      </Text>
      <SmallText className={belowClass}>{below(row)}</SmallText>
    </>
  ),
});

export const numberColumn = <Row,>(
  title: string,
  value: (row: Row) => number,
  format: (value: number, row: Row) => string = plainNumber,
): Column<Row> => ({
  title,
  alignRight: true,
  cell: (row) => <span className="number">{format(value(row), row)}</span>,
});

/** Null means never. With `ago` the column shows how long ago it was. */
export const timeColumn = <Row,>(
  title: string,
  time: (row: Row) => number | string | null,
  ago = false,
): Column<Row> => ({
  title,
  cell: (row) => {
    const at = time(row);
    return at === null ? strings.common.never : <Timestamp ago={ago} at={at} />;
  },
});

/** The buttons of a row. */
export const actionsColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  title: strings.common.actions,
  isTitleHidden: true,
  alignRight: true,
  cell,
});
