/** The one script of a page of a meeting, as text: where nobody chose a time zone, it asks for the page in the browser's own. */
export function zoneScript(): string {
  return `(${askInOwnZone.toString()})()`;
}

function askInOwnZone(): void {
  const shown = (document.currentScript as HTMLScriptElement).dataset['zone'];
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const here = new URL(location.href);
  if (!shown || !own || own === shown || here.searchParams.has('zone')) return;
  here.searchParams.set('zone', own);
  location.replace(here);
}
