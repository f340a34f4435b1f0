/** A legal text of the company: sections of paragraphs, lists and tables. `[words](address)` in a text is a link. */
export type PolicyText = {
  title: string;
  lead: string;
  changed: string;
  /** Shown until somebody at the company has approved the text. */
  review?: string;
  sections: readonly PolicySection[];
};

export type PolicySection = { id: string; title: string; blocks: readonly PolicyBlock[] };

export type PolicyBlock = string | { list: readonly string[] } | PolicyTable;

export type PolicyTable = { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] };
