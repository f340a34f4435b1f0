import { Component, useEffect, type ReactNode } from 'react';
import { PageFailure } from '../frame/page-failure.tsx';

/** Wraps every React root in the browser. `onLive` is called after hydration. React logs the errors that the boundary catches. */
export function IslandRoot({ onLive, children }: { onLive?: () => void; children: ReactNode }) {
  useEffect(() => onLive?.(), [onLive]);
  return <ErrorBoundary>{children}</ErrorBoundary>;
}

class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <PageFailure /> : this.props.children;
  }
}
