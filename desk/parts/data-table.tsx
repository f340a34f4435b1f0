import { Fragment, type ReactNode } from 'react';
import { ScrollArea } from '../../ui/scroll-area.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import table from './table.module.css';

export type Column<Row> = {
  head: string;
  render: (row: Row) => ReactNode;
  /** `number`: aligned to the right. `button`: the head is visible to screen readers only. Default: text. */
  look?: 'number' | 'button';
  /** Whether a cell repeats the head on a phone, where the row of heads is hidden. Default: only numbers do. */
  isLabelled?: boolean | ((row: Row) => boolean);
  className?: string | undefined;
  /** The head is a button that sorts the rows. `order`: the present order by this column; undefined if there is none. */
  sort?: { order: 'ascending' | 'descending' | undefined; onPress: () => void };
};

type TableProps<Row> = {
  label: string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** `folds`: on a phone the cells of a row stand below each other. */
  folds?: boolean;
};

/** A table that scrolls sideways in a narrow window. */
export function DataTable<Row>({ label, columns, rows, keyOf, folds = true }: TableProps<Row>) {
  const [name, ...others] = columns;
  return (
    <ScrollArea label={label} className={table.wide}>
      <table className={`w-100 ${table.table} ${folds ? table.folds : ''}`}>
        <thead>
          <tr>
            {columns.map(({ head, look, sort }, index) => (
              <th key={head} scope="col" className={index > 0 && look === undefined ? table.words : undefined} aria-sort={sort?.order}>
                {sort !== undefined ? (
                  <button type="button" className={table.sort} onClick={sort.onPress}>
                    {head}
                  </button>
                ) : look === 'button' ? (
                  <VisuallyHidden>{head}</VisuallyHidden>
                ) : (
                  head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{name?.render(row)}</th>
              {others.map((column) => (
                <Fragment key={column.head}>{cellOf(column, row)}</Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function cellOf<Row>({ head, render, look, isLabelled = look === 'number', className }: Column<Row>, row: Row) {
  const label = typeof isLabelled === 'function' ? isLabelled(row) : isLabelled;
  const classes = [look === undefined && table.words, className].filter(Boolean).join(' ');
  return (
    <td className={classes || undefined} data-label={label ? head : undefined}>
      {render(row)}
    </td>
  );
}
