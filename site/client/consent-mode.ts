import type { Category } from '../frame/consent-choice.ts';

const storages: Readonly<Record<Category, readonly string[]>> = {
  measurement: ['analytics_storage'],
  marketing: ['ad_storage', 'ad_user_data', 'ad_personalization'],
};

/** Denies every kind of consent before any tag is loaded: the first entry of the data layer. */
export function denyByDefault(): void {
  gtag('consent', 'default', { ...stateOf([]), functionality_storage: 'granted', security_storage: 'granted' });
}

export function updateConsentMode(granted: readonly Category[]): void {
  gtag('consent', 'update', stateOf(granted));
}

function stateOf(granted: readonly Category[]): Record<string, 'granted' | 'denied'> {
  const rows = Object.entries(storages).flatMap(([category, names]) =>
    names.map((name) => [name, granted.includes(category as Category) ? 'granted' : 'denied'] as const),
  );
  return Object.fromEntries(rows);
}

/** Adds a command in the form that tags expect: the arguments object itself, not an array. */
function gtag(..._command: unknown[]) {
  (window.dataLayer ??= []).push(arguments);
}
