import { useLayoutEffect, useRef, type HTMLAttributes } from 'react';

type StillProps = HTMLAttributes<HTMLElement> & {
  as: 'header' | 'main' | 'footer' | 'div';
  /** Names the element in the document. */
  id: string;
};

const kept = new Map<string, Node[]>();

/**
 * An element whose contents stay as they were rendered at build. Their code is not loaded to say again what the document
 * says: give it `{import.meta.env.SSR || import.meta.env.DEV ? contents : ''}`, spelled out so that the bundler sees it.
 * The empty text is what React takes the contents for and, with the warning suppressed, compares with nothing.
 */
export function Still({ as: Element, ...props }: StillProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // An extension that changed the document can make React build everything anew, without what it never knew.
    if (!element.current!.firstChild) element.current!.append(...(kept.get(props.id) ?? []));
  }, [props.id]);
  return <Element ref={element} {...props} suppressHydrationWarning />;
}

/** Remembers the contents of elements before React takes the document over. */
export function keepStill(...ids: string[]): void {
  for (const id of ids) {
    const contents = document.getElementById(id)?.childNodes ?? [];
    kept.set(
      id,
      Array.from(contents, (node) => node.cloneNode(true)),
    );
  }
}
