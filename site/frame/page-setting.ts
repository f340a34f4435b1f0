import { placeholders, type PageSetting } from '../../contract/placeholders.ts';

/** A setting of the running server, read from the document; during the build, its placeholder. */
export function pageSetting(name: PageSetting): string {
  return import.meta.env.SSR ? placeholders[name] : (document.documentElement.dataset[name] ?? '');
}
