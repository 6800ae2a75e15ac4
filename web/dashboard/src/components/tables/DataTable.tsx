import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

export type Column<Row> = {
  /** Different in each column. */
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly alignRight?: boolean;
  /** The title is only for screen readers, for example above buttons or checkboxes. */
  readonly isTitleHidden?: boolean;
};

/** A table that becomes cards on narrow screens. Cards are not `display: table`, so the roles are explicit. */
export function DataTable<Row extends { readonly id: string | number }>(props: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The link in the first titled column can be clicked anywhere in its row. */
  hasRowLinks?: boolean;
}) {
  const { columns, rows, hasRowLinks = false } = props;
  const nameIndex = columns.findIndex(({ isTitleHidden }) => !isTitleHidden);
  return (
    <div className={classes.frame}>
      <div className={classes.scroll}>
        <table className={classes.table} aria-label={props.label}>
          <thead>
            <tr>
              {columns.map(({ title, alignRight, isTitleHidden }) => (
                <th key={title} scope="col" className={alignRight ? classes.right : undefined}>
                  {isTitleHidden ? <span className="sr">{title}</span> : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} className={hasRowLinks ? classes.linked : undefined}>
                {columns.map(({ title, cell, alignRight, isTitleHidden }, index) => (
                  <td
                    key={title}
                    className={alignRight ? classes.right : index === nameIndex ? classes.name : undefined}
                  >
                    {isTitleHidden ? null : (
                      <span className={classes.label} aria-hidden="true">
                        {title}
                      </span>
                    )}
                    <span>{cell(row)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
