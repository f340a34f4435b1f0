import 'react';

declare global {
  interface Window {
    /** Left by head-script.ts: the button that was pressed before its code was here, the last one of several. */
    earlyPress?: HTMLElement | undefined;
    /** Set by the page's script: carries out a press on a button whose code is not here yet. Until then head-script.ts keeps it. */
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
  /** Invoker commands: a button opens and closes a dialog without any script. React passes both on as they are. */
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | 'request-close';
    commandfor?: string;
  }
}
