import { useId, type ComponentProps, type ComponentType } from 'react';
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

const loaded = new Map<string, ComponentType<object>>();

export async function loadIslands(): Promise<void> {
  const load = async ([name, load]: [string, () => Promise<object>]) => {
    loaded.set(name, ((await load()) as { Component: ComponentType<object> }).Component);
  };
  await Promise.all(Object.entries(islands).map(load));
}

/**
 * A part of a page that answers: rendered with the page, as a React root of its own that site/client/islands.ts hydrates. It
 * sees none of the page's contexts, and no island stands in another.
 */
export function Island<Name extends IslandName>({ name, when, props }: IslandProps<Name>) {
  return <Rendered name={name} when={when} props={props as object} prefix={useId()} />;
}

/** Calls no hook: React renders within React here, which begins counting anew. */
function Rendered({ name, when, props, prefix }: { name: IslandName; when: string; props: object; prefix: string }) {
  const Component = loaded.get(name);
  if (!Component) throw new Error(`the island ${name} is not loaded: call loadIslands() first`);
  return (
    <div
      data-island={name}
      data-when={when}
      data-prefix={prefix}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{ __html: islandHtml(Component, props, prefix) }}
    />
  );
}
