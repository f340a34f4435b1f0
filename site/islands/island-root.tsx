import { useEffect, type ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/** What every island stands in, at build and in the browser. `onLive` is called once it answers. */
export function IslandRoot({ onLive, children }: { onLive?: () => void; children: ReactNode }) {
  useEffect(() => onLive?.(), [onLive]);
  return <ErrorBoundary>{children}</ErrorBoundary>;
}
