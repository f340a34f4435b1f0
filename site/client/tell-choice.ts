import { currentChoice, onChoice } from '../frame/consent-choice.ts';

/** Says in a place of the page what was chosen, and says it again after each choice. */
export function tellChoice(state: HTMLElement): void {
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
