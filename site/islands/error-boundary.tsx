import { Component, type ErrorInfo, type ReactNode } from 'react';
import { PageFailure } from '../frame/page-failure.tsx';

/** A fault in an island leaves the page standing, says so in words and offers a way on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
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
