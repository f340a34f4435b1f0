import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { IslandRoot } from './island-root.tsx';

export function hydrate(element: HTMLElement, Component: ComponentType<object>): Promise<void> {
  const { prefix = '', props = '{}' } = element.dataset;
  const part = <Component {...(JSON.parse(props) as object)} />;
  return new Promise((done) => {
    hydrateRoot(element, <IslandRoot onLive={done}>{part}</IslandRoot>, { identifierPrefix: prefix });
  });
}
