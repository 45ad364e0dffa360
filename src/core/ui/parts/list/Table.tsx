import type { ReactNode } from 'react';
import type { Choice } from '../../react/useChoice.ts';
import './Table.css';

export interface Column<Row> {
  readonly heading: string;
  /**
   * Distinguishes columns whose headings an app may make equal.
   *
   * @default the heading
   */
  readonly id?: string;
  /** `main` grows with its text, `cut` ends in an ellipsis, `line` does not break. */
  readonly width?: 'main' | 'cut' | 'line';
  readonly cell: (row: Row) => ReactNode;
  /** The whole text of a cell that may be cut. */
  readonly title?: (row: Row) => string | undefined;
  readonly className?: (row: Row) => string;
  /** Makes the heading a button that sorts the rows. */
  readonly sort?: ColumnSort;
}

interface ColumnSort {
  /** The order of the rows by this column; null if they have another order. */
  readonly direction: 'ascending' | 'descending' | null;
  onSort(): void;
}

interface TableProps<Row> {
  /** Read by screen readers alone. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Adds a column of checkboxes. */
  readonly choice?: TableChoice<Row>;
  readonly rowClass?: (row: Row) => string | undefined;
}

interface TableChoice<Row> {
  readonly state: Choice;
  readonly all: string;
  readonly one: (row: Row) => string;
}

/** A table of records. It scrolls by itself if the screen is narrow. */
export const Table = <Row extends { readonly id: string | number }>({
  caption,
  columns,
  rows,
  choice,
  rowClass,
}: TableProps<Row>) => (
  <div className="portal-table">
    <table>
      <caption className="portal-hidden">{caption}</caption>
      <thead>
        <tr>
          {choice && (
            <th scope="col" className="portal-table__choice">
              {choice.state.choosable.length > 0 && (
                <input
                  type="checkbox"
                  aria-label={choice.all}
                  checked={choice.state.isAll}
                  onChange={(event) => choice.state.set(choice.state.choosable, event.target.checked)}
                />
              )}
            </th>
          )}
          {columns.map(({ id, heading, sort }) => (
            <th key={id ?? heading} scope="col" {...(sort?.direction && { 'aria-sort': sort.direction })}>
              {sort ? (
                <button type="button" className="portal-table__sort" onClick={sort.onSort}>
                  {heading}
                </button>
              ) : (
                heading
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-id={row.id} className={rowClass?.(row)}>
            {choice && (
              <td className="portal-table__choice">
                {choice.state.choosable.includes(String(row.id)) && choiceOf(row, choice)}
              </td>
            )}
            {columns.map(({ id, heading, cell, width, title, className }) => (
              <td key={id ?? heading} className={classesOf(width, className?.(row))} title={title?.(row)}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const choiceOf = <Row extends { readonly id: string | number }>(
  row: Row,
  { state, one }: TableChoice<Row>,
) => (
  <input
    type="checkbox"
    aria-label={one(row)}
    checked={state.chosen.includes(String(row.id))}
    onChange={(event) => state.set([String(row.id)], event.target.checked)}
  />
);

const classesOf = (width: Column<unknown>['width'], own: string | undefined): string | undefined =>
  [width && `portal-table__${width}`, own].filter(Boolean).join(' ') || undefined;
