import { companyName } from '../../contract/company.ts';
import { companyIcon } from '../../contract/company-sign.ts';
import { withHtml, type BuiltPage, type Override, type Overrides } from '../http/site.ts';
import type { Resource } from '../http/resource.ts';
import type { Settings } from '../settings/settings.ts';
import type { ShownPictures } from './pictures/shown-pictures.ts';

type Parts = {
  settings: Pick<Settings, 'company'>;
  site: { assets: ReadonlyMap<string, () => Resource> };
  pictures: Pick<ShownPictures, 'find'>;
};

/** Icons at addresses that browsers and search engines ask for without having read them on a page. */
const iconFiles = [
  ['/favicon.ico', 'icon', 32],
  ['/favicon.svg', 'icon', 192],
  ['/apple-touch-icon.png', 'tile', 180],
  ['/icon-192.png', 'icon', 192],
  ['/icon-512.png', 'icon', 512],
] as const;

const MANIFEST = '/site.webmanifest';

/** The company's icons as staff uploaded them, and the manifest in the company's name, in place of those that ship. */
export function companyFiles({ settings, site, pictures }: Parts): Overrides {
  const iconOf = (cut: 'icon' | 'tile', width: number): Override => {
    return () => {
      const file = companyIcon(settings.company.sign, cut, width);
      return file === undefined ? undefined : found(file);
    };
  };
  const found = async (file: string) => {
    const shown = await pictures.find(file);
    return shown && { ...shown, status: 200, headers: { ...shown.headers, 'cache-control': 'public, max-age=3600' } };
  };
  let made: { name: string; file: BuiltPage } | undefined;
  const manifest: Override = () => {
    const { name } = settings.company;
    const built = name === companyName ? undefined : site.assets.get(MANIFEST)?.();
    if (built === undefined) return undefined;
    if (made?.name !== name) {
      const text = JSON.stringify({ ...(JSON.parse(built.body.toString()) as object), name, short_name: name });
      made = { name, file: withHtml({ status: 200, headers: built.headers }, text) };
    }
    return made.file;
  };
  return new Map([...iconFiles.map(([path, cut, width]) => [path, iconOf(cut, width)] as const), [MANIFEST, manifest] as const]);
}
