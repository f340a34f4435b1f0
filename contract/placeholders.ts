/**
 * Settings of the running server that pages contain. Pages are built before the settings are known, so each setting is written as an address that
 * cannot exist; the server replaces it, escaped for HTML, when it loads a page. The root element has each one as `data-<name>`, where the page's
 * scripts read it.
 */
export const placeholders = {
  /** PUBLIC_URL without a trailing slash: canonical addresses, social images. */
  origin: 'https://site.invalid',
  /** PLATFORM_URL: where Login leads. */
  platform: 'https://platform.invalid',
  /** Where the API is mounted; empty for the site's own origin. */
  api: 'https://api.invalid',
  /** FLAGS_URL: the folder of the countries' flags, the site's own by default. */
  flags: 'https://flags.invalid',
  /** MIN_FILL_MS: a form that is sent sooner, in milliseconds, is taken for spam. */
  minfill: 'https://minfill.invalid',
  /** CONSENT_ID: the consent provider's domain group; empty for the site's own banner. */
  consent: 'https://consent.invalid',
  /** GTM_ID: the tag manager's container; empty for none. */
  tags: 'https://tags.invalid',
  /** MARKETING_URL: where the 'Download' event goes; empty for nowhere. */
  marketing: 'https://marketing.invalid',
} as const;

export type PageSetting = keyof typeof placeholders;

/**
 * Marks around a part of a page that is shown only if a setting names a service, or only if it names none. The server removes the marks, and the
 * parts that do not apply. Parts of one setting cannot be nested.
 */
export function partMarks(when: 'with' | 'without', setting: PageSetting): { begin: string; end: string } {
  return { begin: `__${when}_${setting}__`, end: `__end_${setting}__` };
}

/** @param values each placeholder's value; an empty value, or a path on this site, counts as no service */
export function chooseParts(html: string, values: Readonly<Record<string, string>>): string {
  let chosen = html;
  for (const [name, mark] of Object.entries(placeholders)) {
    // Far quicker than the expression, and most pages have parts of few settings.
    if (!chosen.includes(`__end_${name}__`)) continue;
    const value = values[mark] ?? '';
    const given = value !== '' && !value.startsWith('/');
    const part = new RegExp(`__(with|without)_${name}__(.*?)__end_${name}__`, 'gs');
    chosen = chosen.replace(part, (_, when: string, inner: string) => ((when === 'with') === given ? inner : ''));
  }
  return chosen;
}
