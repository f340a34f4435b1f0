import { page, type Sheet, type TextStyle } from './sheet.ts';

/** Content that goes on over as many pages as it needs. Each page is begun by the frame that the flow was opened with. */
export type Flow = {
  readonly sheet: Sheet;
  /** Where the next part begins. */
  y: number;
  /** Height that is left on this page. */
  left(): number;
  /** Begins a new page unless the height is left on this one. A part that is higher than a page begins on a new one. */
  need(height: number): void;
  nextPage(): void;
  /** Draws a paragraph; one that does not fit goes on on the next page. */
  paragraph(content: string, x: number, style: TextStyle & { width: number }): void;
};

/** The y above which content ends; the foot of the page is below. */
export const BOTTOM = page.height - 58;

/** @param begin starts a page, the first or a later one, and returns the y below its head */
export function openFlow(sheet: Sheet, begin: (later: boolean) => number): Flow {
  let top = begin(false);
  const flow: Flow = {
    sheet,
    y: top,
    left: () => BOTTOM - flow.y,
    need(height) {
      if (height > flow.left() && flow.y > top) flow.nextPage();
    },
    nextPage() {
      top = begin(true);
      flow.y = top;
    },
    paragraph(content, x, style) {
      let rest = content;
      while (rest !== '') {
        const part = fitting(sheet, rest, style, flow.left());
        if (part !== '') flow.y = sheet.text(part, x, flow.y, style);
        rest = rest.slice(part.length).trimStart();
        if (rest !== '') flow.nextPage();
      }
    },
  };
  return flow;
}

/** The beginning of a text that fits the height, up to a space where there is one. */
function fitting(sheet: Sheet, content: string, style: TextStyle, height: number): string {
  const fits = (length: number) => sheet.heightOf(content.slice(0, length), style) <= height;
  if (fits(content.length)) return content;
  let [low, high] = [0, content.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  const space = content.lastIndexOf(' ', low);
  return content.slice(0, space > 0 ? space : low);
}
