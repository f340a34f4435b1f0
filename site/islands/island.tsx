import { use, useId, type ComponentProps, type ComponentType } from 'react';
import { islandHtml } from './island-html.tsx';
import { islands, type IslandName } from './registry.ts';

type PropsOf<Name extends IslandName> = ComponentProps<Awaited<ReturnType<(typeof islands)[Name]>>['Component']>;

type IslandProps<Name extends IslandName> = {
  name: Name;
  /** When its code is loaded: once the browser is idle, once it is in sight, or at the first sign that somebody will use it. */
  when: 'idle' | 'visible' | 'intent';
  /** Has to be JSON: it is stored in the document, where the browser reads it. */
  props: PropsOf<Name>;
};

/**
 * An interactive part of a page: rendered with the page, and hydrated by site/client/islands.ts as a separate React root. It sees none of the page's
 * contexts, and islands cannot be nested.
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
