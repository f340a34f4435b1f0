import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';

export function islandHtml<Props extends object>(Component: ComponentType<Props>, props: Props, prefix: string): string {
  const html = renderToString(<Component {...props} />, { identifierPrefix: prefix });
  // React puts preload links for pictures first; the page already has them.
  return html.replace(/^(?:<link\b[^>]*>)+/, '');
}
