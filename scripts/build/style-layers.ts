import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../setup/root.mjs';

/** Cascade layers by folder, lowest first. What a page says wins over what a part it uses says, whatever loads first. */
const LAYERS = ['vendor', 'styles', 'ui', 'frame', 'forms', 'insights', 'sections', 'pages', 'desk'];

/** Stands before every other style of a document. */
export const layerOrder = `@layer ${LAYERS.join(',')};`;

/** Wraps each style sheet of `ui/`, `desk/` and `site/<folder>/` in that folder's cascade layer, and a package's in the lowest. */
export function styleLayers(): Plugin {
  return {
    name: 'style-layers',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css(\?|$)/ },
      handler(code, id) {
        const [top = '', folder = ''] = relative(root, id).split(/[\\/]/);
        const layer = top === 'node_modules' ? 'vendor' : top === 'site' || folder === 'styles' ? folder : top;
        return LAYERS.includes(layer) ? { code: `@layer ${layer} {${code}\n}`, map: null } : null;
      },
    },
  };
}
