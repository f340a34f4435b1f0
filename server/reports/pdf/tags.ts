import { present } from '../../../contract/checked.ts';
/** Structure type of a part of a page, for screen readers (ISO 32000-1, 14.8.4: standard structure types). */
export type TextTag = 'H1' | 'H2' | 'H3' | 'P' | 'Caption' | 'TH' | 'TD' | 'LI';
export type GroupTag = 'Table' | 'TR' | 'L';
type MarkOptions = { alt?: string; scope?: 'Column' | 'Row' };

export type Tags = {
  group<T>(tag: GroupTag, draw: () => T): T;
  /** Tags everything drawn inside as one part; marks inside have no effect. A figure or a formula needs alternative text. */
  mark<T>(tag: TextTag | 'Figure' | 'Formula', draw: () => T, options?: MarkOptions): T;
  /** Draws content without meaning: rules, backgrounds, running heads and footers. */
  artifact<T>(draw: () => T): T;
};

export function tagsOf(doc: PDFKit.PDFDocument, title: string): Tags {
  const root = doc.struct('Document', { title });
  doc.addStructure(root);
  const open = [root];
  let marked = false;

  function within<T>(draw: () => T): T {
    marked = true;
    const result = draw();
    marked = false;
    doc.endMarkedContent();
    return result;
  }

  return {
    group(tag, draw) {
      if (marked) return draw();
      const element = doc.struct(tag);
      present(open.at(-1)).add(element);
      open.push(element);
      const result = draw();
      open.pop();
      element.end();
      return result;
    },
    mark(tag, draw, options = {}) {
      if (marked) return draw();
      const element = doc.struct(tag, options);
      present(open.at(-1)).add(element);
      const content = doc.markStructureContent(tag);
      const result = within(draw);
      element.add(content).end();
      return result;
    },
    artifact(draw) {
      if (marked) return draw();
      doc.markContent('Artifact', { type: 'Layout' });
      return within(draw);
    },
  };
}
