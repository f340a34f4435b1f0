import type { ReactNode } from 'react';
import type { CallFault } from '../data/call-server.ts';
import { FaultAlert } from './fault-alert.tsx';
import { Loading } from './loading.tsx';
import { ViewHead } from './view-head.tsx';

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: CallFault | null; refetch: () => Promise<unknown> };
  /** Title of the error. */
  failure: string;
  /** How many placeholder rows show while it loads. */
  rows: number;
  /** Heading of the view until the data is there, for content that includes the final heading. */
  title?: string;
  children: (data: Data) => ReactNode;
};

/** What a call answered. Until then placeholder rows, or the error with a button to try again. */
export function Loaded<Data>({ query: { data, error, refetch }, failure, rows, title, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  return (
    <>
      {title !== undefined && <ViewHead title={title} />}
      <FaultAlert fault={error} title={failure} onRetry={() => void refetch()} />
      {error === null && <Loading rows={rows} />}
    </>
  );
}
