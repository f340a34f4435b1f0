/** The theme of an address: dark when its path or its hash names the platform or a confirmation. */
export function themeOf(address: string): 'light' | 'dark' {
  return DARK.test(address) ? 'dark' : 'light';
}

const DARK = /cognitivepro|confirm|formsent/;
