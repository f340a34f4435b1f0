import 'react';

declare global {
  interface Window {
    /** Set by head-script.ts: the last button that was pressed before its code was loaded. */
    earlyPress?: HTMLElement | undefined;
    /** Set by the page's script: handles a press on a button whose code is not loaded yet. Until then head-script.ts stores the press. */
    onEarlyPress?: (button: HTMLElement) => void;
    dataLayer?: object[];
    trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): unknown };
    };
  }

  interface Document {
    readonly prerendering?: boolean;
  }

  /** ISO 8601, UTC. */
  const BUILD_DATE: string;
}

declare module 'react' {
  /** Invoker commands: a button opens and closes a dialog without scripts. React passes both attributes on unchanged. */
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | 'request-close';
    commandfor?: string;
  }
}
