import { placeholders, type PageSetting } from '../../contract/placeholders.ts';

/** A setting of the running server, from the document; its placeholder while the page is being built. */
export function pageSetting(name: PageSetting): string {
  return import.meta.env.SSR ? placeholders[name] : (document.documentElement.dataset[name] ?? '');
}
