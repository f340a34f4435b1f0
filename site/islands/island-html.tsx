import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { IslandRoot } from './island-root.tsx';

export function islandHtml<Props extends object>(Component: ComponentType<Props>, props: Props, prefix: string): string {
  const html = renderToString(
    <IslandRoot>
      <Component {...props} />
    </IslandRoot>,
    { identifierPrefix: prefix },
  );
  // React puts hints about pictures first; the page's own do.
  return html.replace(/^(?:<link\b[^>]*>)+/, '');
}
