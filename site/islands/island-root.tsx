import { Component, useEffect, type ReactNode } from 'react';
import { PageFailure } from '../frame/page-failure.tsx';

/** What every root in the browser stands in. `onLive` is called once it answers. React logs what the boundary catches. */
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
