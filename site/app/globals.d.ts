import 'react';

declare global {
  interface Window {
    /** Left by starter.ts: called once the page's own code has taken over. */
    pageAnswers?: () => void;
    /** What a tag manager reads. */
    dataLayer?: object[];
  }
}

declare module 'react' {
  /** Invoker commands: a button opens and closes a dialog without any script. React passes both on as they are. */
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | 'request-close';
    commandfor?: string;
  }
}

declare global {
  /** The year of the build, put in by Vite. */
  const __BUILD_YEAR__: number;
}
