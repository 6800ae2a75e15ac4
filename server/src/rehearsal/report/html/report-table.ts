import { html, type Markup } from '../../../kernel/index.ts';

export type ReportColumn<Row> = {
  readonly heading: string;
  readonly cell: (row: Row) => string | number | Markup;
  /** Numbers are aligned at their right end. */
  readonly isNumber?: true;
};

/** A table that scrolls sideways if the screen is narrow. The first column names the row. */
export function reportTable<Row>(
  caption: string,
  columns: readonly ReportColumn<Row>[],
  rows: readonly Row[],
  toneOf: (row: Row) => 'good' | 'bad' | '' = () => '',
): Markup {
  const kind = ({ isNumber }: ReportColumn<Row>) => (isNumber ? 'number' : '');
  const cellOf = (row: Row) => (column: ReportColumn<Row>, index: number) =>
    index === 0
      ? html`<th scope="row" class="${kind(column)}">${column.cell(row)}</th>`
      : html`<td class="${kind(column)}">${column.cell(row)}</td>`;
  return html`<p class="quiet">${caption}</p>
<div class="wide" tabindex="0" role="group" aria-label="${caption}"><table>
<thead><tr>${columns.map((column) => html`<th scope="col" class="${kind(column)}">${column.heading}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr class="${toneOf(row)}">${columns.map(cellOf(row))}</tr>\n`)}</tbody>
</table></div>`;
}
