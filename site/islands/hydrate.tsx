import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { IslandRoot } from './island-root.tsx';

export function hydrate(element: HTMLElement, Component: ComponentType<object>): Promise<void> {
  const { prefix = '', props = '{}' } = element.dataset;
  return new Promise((done) => {
    hydrateRoot(
      element,
      <IslandRoot onLive={done}>
        <Component {...(JSON.parse(props) as object)} />
      </IslandRoot>,
      { identifierPrefix: prefix },
    );
  });
}
