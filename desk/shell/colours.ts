import { storedChoice } from '../parts/stored-choice.ts';

/** `system`: follows the operating system. A script in the document's head applies it before the first paint. */
export const theme = storedChoice('theme', ['system', 'light', 'dark']);

const system = () => matchMedia('(prefers-color-scheme: dark)');

export function startColours(): void {
  system().addEventListener('change', applyTheme);
}

export function chooseTheme(choice: (typeof theme.choices)[number]): void {
  theme.write(choice);
  applyTheme();
}

/** The theme that is shown, light or dark. */
export function shownTheme(): 'light' | 'dark' {
  const choice = theme.read();
  return choice === 'system' ? (system().matches ? 'dark' : 'light') : choice;
}

function applyTheme(): void {
  document.documentElement.dataset['theme'] = shownTheme();
}
