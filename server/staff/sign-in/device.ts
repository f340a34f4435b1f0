const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** Such as 'Firefox on Windows', by which staff recognise their own sessions. Nothing else of the user agent is stored. */
export function deviceOf(userAgent: string | undefined): string {
  const [browser, system] = [browsers, systems].map((known) => known.find(([, sign]) => sign.test(userAgent ?? ''))?.[0]);
  return [browser ?? 'A browser', system].filter((part) => part !== undefined).join(' on ');
}
