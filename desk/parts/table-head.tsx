import type { ReactNode } from 'react';
import table from './table.module.css';

/** The head of a table, one column per label. `children`: further column heads. */
export function TableHead({ columns: [first, ...others], children }: { columns: readonly [string, ...string[]]; children?: ReactNode }) {
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {others.map((name) => (
          <th key={name} scope="col" className={table.words}>
            {name}
          </th>
        ))}
        {children}
      </tr>
    </thead>
  );
}
