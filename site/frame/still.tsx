import { useLayoutEffect, useRef, type HTMLAttributes } from 'react';

type StillProps = HTMLAttributes<HTMLElement> & {
  as: 'main' | 'footer';
  /** Names the element in the document. */
  id: string;
};

const kept = new Map<string, Node[]>();

/**
 * An element whose contents stay as they were rendered at build: its code is not loaded to say again what the document
 * says. The one child is an empty text, which React compares with nothing here.
 */
export function Still({ as: Element, ...props }: StillProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // An extension that changed the document can make React build everything anew, without what it never knew.
    if (!element.current!.firstChild) element.current!.append(...(kept.get(props.id) ?? []));
  }, [props.id]);
  return (
    <Element ref={element} {...props} suppressHydrationWarning>
      {''}
    </Element>
  );
}

/** Remembers the contents of an element before React takes the document over. */
export function keepStill(...ids: string[]): void {
  for (const id of ids) {
    const contents = document.getElementById(id)?.childNodes ?? [];
    kept.set(
      id,
      Array.from(contents, (node) => node.cloneNode(true)),
    );
  }
}
