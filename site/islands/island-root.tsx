import { Component, useEffect, type ErrorInfo, type ReactNode } from 'react';
import { PageFailure } from '../frame/page-failure.tsx';

/** What every island stands in, at build and in the browser. `onLive` is called once it answers. */
export function IslandRoot({ onLive, children }: { onLive?: () => void; children: ReactNode }) {
  useEffect(() => onLive?.(), [onLive]);
  return <ErrorBoundary>{children}</ErrorBoundary>;
}

class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    // oxlint-disable-next-line no-console -- the one place where a fault of the part can be seen
    console.error('A part of the page failed.', error, info.componentStack);
  }

  override render() {
    return this.state.failed ? <PageFailure /> : this.props.children;
  }
}
