import { use, useId, type ComponentProps, type ComponentType } from 'react';
import { islandHtml } from './island-html.tsx';
import { islands, type IslandName } from './registry.ts';

type PropsOf<Name extends IslandName> = ComponentProps<Awaited<ReturnType<(typeof islands)[Name]>>['Component']>;

type IslandProps<Name extends IslandName> = {
  name: Name;
  /** When its code comes: once the browser is idle, once it is in sight, or at the first sign that somebody will use it. */
  when: 'idle' | 'visible' | 'intent';
  /** JSON: it stands in the document, and comes back out of it in the browser. */
  props: PropsOf<Name>;
};

/**
 * A part of a page that answers: rendered with the page, as a React root of its own that site/client/islands.ts hydrates. It
 * sees none of the page's contexts, and no island stands in another.
 */
export function Island<Name extends IslandName>({ name, when, props }: IslandProps<Name>) {
  const prefix = useId();
  const { Component } = use(islands[name]() as Promise<{ Component: ComponentType<object> }>);
  const html = islandHtml(Component, props as object, prefix);
  return (
    <div
      data-island={name}
      data-when={when}
      data-prefix={prefix}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
