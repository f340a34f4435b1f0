/** The only foreign addresses from which this site loads scripts. */
const ALLOWED = ['https://www.googletagmanager.com/', 'https://consent.cookiebot.com/'];

const policy = window.trustedTypes?.createPolicy('services', {
  createScriptURL: (address) => {
    if (ALLOWED.some((prefix) => address.startsWith(prefix))) return address;
    throw new TypeError(`no script is loaded from ${address}`);
  },
});

export function loadScript(address: string, attributes: Readonly<Record<string, string>> = {}, parent: Element = document.head): void {
  const script = document.createElement('script');
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  script.async = true;
  script.src = (policy?.createScriptURL(address) ?? address) as string;
  parent.append(script);
}
