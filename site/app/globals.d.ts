import 'react';

declare global {
  interface Window {
    /** Left by starter.ts: called once the page's own code has taken over. */
    pageAnswers?: () => void;
    /** What a tag manager reads. */
    dataLayer?: object[];
    /** Where the browser knows Trusted Types. */
    trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): unknown };
    };
  }
}

declare module 'react' {
  /** Invoker commands: a button opens and closes a dialog without any script. React passes both on as they are. */
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | 'request-close';
    commandfor?: string;
  }

  interface DialogHTMLAttributes<T> {
    /** `any`: a press outside closes it, too. */
    closedby?: 'any' | 'closerequest' | 'none';
  }
}

declare global {
  /** The year of the build, put in by Vite. */
  const BUILD_YEAR: number;
}
