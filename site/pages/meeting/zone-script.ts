/** The only script of a meeting page, as text: if the visitor chose no time zone, it reloads the page in the browser's time zone. */
export function zoneScript(): string {
  return `(${askInOwnZone.toString()})()`;
}

function askInOwnZone(): void {
  const shown = (document.currentScript as HTMLScriptElement).dataset['zone'];
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const here = new URL(location.href);
  if (!shown || !local || local === shown || here.searchParams.has('zone')) return;
  here.searchParams.set('zone', local);
  location.replace(here);
}
