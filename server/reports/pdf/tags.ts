import { present } from '../../../contract/checked.ts';

/** Structure type of a part of a page, for screen readers (ISO 32000-1, 14.8.4: standard structure types). */
export type TextTag = 'H1' | 'H2' | 'H3' | 'P' | 'TH' | 'TD';
export type Scope = 'Column' | 'Row';
type GroupTag = 'Table' | 'TR' | 'TH' | 'P';
type MarkOptions = { alt?: string; scope?: Scope; bbox?: readonly [left: number, top: number, right: number, bottom: number] };

export type Tags = {
  /** Parts drawn inside belong to one part, which may go on over several pages. */
  group<T>(tag: GroupTag, draw: () => T, options?: MarkOptions): T;
  /** Tags everything drawn inside as one part; marks inside have no effect. A figure needs alternative text and its box. */
  mark<T>(tag: TextTag | 'Figure' | 'Link', draw: (element: PDFKit.PDFStructureElement) => T, options?: MarkOptions): T;
  /** Draws content without meaning: rules, backgrounds, running heads and footers. */
  artifact<T>(draw: () => T): T;
};

export function tagsOf(doc: PDFKit.PDFDocument, title: string): Tags {
  const root = doc.struct('Document', { title });
  doc.addStructure(root);
  const open = [root];
  let marked: PDFKit.PDFStructureElement | undefined;

  function within<T>(element: PDFKit.PDFStructureElement, draw: () => T): T {
    marked = element;
    const result = draw();
    marked = undefined;
    doc.endMarkedContent();
    return result;
  }

  return {
    group(tag, draw, options = {}) {
      if (marked !== undefined) return draw();
      const element = doc.struct(tag, options);
      present(open.at(-1)).add(element);
      open.push(element);
      const result = draw();
      open.pop();
      element.end();
      return result;
    },
    mark(tag, draw, options = {}) {
      if (marked !== undefined) return draw(marked);
      const element = doc.struct(tag, options);
      present(open.at(-1)).add(element);
      const content = doc.markStructureContent(tag);
      const result = within(element, () => draw(element));
      element.add(content).end();
      return result;
    },
    artifact(draw) {
      if (marked !== undefined) return draw();
      doc.markContent('Artifact', { type: 'Layout' });
      return within(root, draw);
    },
  };
}
