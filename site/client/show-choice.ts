import { currentChoice, onChoice } from '../frame/consent-choice.ts';

/** Shows the visitor's choice of cookies in an element, now and after each change. */
export function showCookieChoice(state: HTMLElement): void {
  const { refused, accepted, since, ...names } = state.dataset;
  const tell = () => {
    const choice = currentChoice();
    if (!choice) return;
    const agreed = choice.categories.map((category) => names[category]).join(' and ');
    const day = new Date(choice.at).toLocaleDateString('en-GB', { dateStyle: 'long' });
    const said = document.createElement('span');
    said.className = since ?? '';
    said.textContent = ` Since ${day}.`;
    state.replaceChildren(agreed ? `${accepted} ${agreed}.` : (refused ?? ''), said);
  };
  onChoice(tell);
  tell();
}
