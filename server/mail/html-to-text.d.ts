declare module 'html-to-text' {
  type Selector = { selector: string; format?: string; options?: Readonly<Record<string, unknown>> };
  type Options = {
    wordwrap?: number | false;
    preserveNewlines?: boolean;
    baseElements?: { selectors: readonly string[] };
    selectors?: readonly Selector[];
  };
  /** @returns what makes texts of HTML by these options, which are read once */
  export function compile(options: Options): (html: string) => string;
}
