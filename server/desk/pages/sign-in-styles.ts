import { dark, light, space, type } from '../../../ui/tokens.ts';

/** Of the pages that are there before anybody is signed in. */
export const signInStyles = `:root {
  ${lines(light)}
}
@media (prefers-color-scheme: dark) {
  :root {
    ${lines(dark)}
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--ink); font: 1rem/1.5 ${type.font}; }
main { max-width: 28rem; margin: 12vh auto 2rem; padding: 2rem; background: var(--raised); border: 1px solid var(--line); border-radius: ${space['radius-l']}; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.2; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.0625rem; }
p { margin: 0 0 1rem; color: var(--ink-2); }
label { display: block; margin-bottom: 0.25rem; font-weight: 600; }
input { width: 100%; min-height: ${space.target}; margin-bottom: 1rem; padding: 0.5rem 0.75rem; border: 1px solid var(--line-strong); border-radius: ${space.radius}; background: var(--canvas); color: var(--ink); font: inherit; }
button, .button { display: inline-block; min-height: ${space.target}; padding: 0.5rem 1.25rem; border: 1px solid var(--primary); border-radius: ${space.radius}; background: var(--primary); color: var(--on-primary); font: inherit; font-weight: 600; line-height: 1.5; text-decoration: none; cursor: pointer; }
button.plain { background: transparent; color: var(--primary); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
ul { margin: 0 0 1rem; padding: 0; list-style: none; }
li { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; justify-content: space-between; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
form { margin: 0 0 1rem; }
li form { margin: 0; }
small { display: block; color: var(--ink-3); }
a { color: var(--primary); }
[role='alert']:not(:empty) { padding: 0.75rem; border: 1px solid var(--line-strong); border-radius: ${space.radius}; color: var(--ink); }
[hidden] { display: none; }
@media (max-width: 30rem) { main { margin: 0; min-height: 100vh; border: 0; padding: 1.25rem; } }
`;

function lines(tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}: ${value};`)
    .join('\n  ');
}
