/** Cards with two sides: the pressed button is hidden with its side, and the focus moves to the button that replaces it. */
export function startCards(): void {
  for (const card of document.querySelectorAll<HTMLElement>('[data-card]')) {
    const buttons = [...card.querySelectorAll<HTMLButtonElement>('button[data-turn]')];
    for (const button of buttons) {
      button.addEventListener('click', () => {
        const open = button.dataset['turn'] === 'open';
        card.toggleAttribute('data-open', open);
        for (const other of buttons) {
          if (other.dataset['turn'] === 'open') other.setAttribute('aria-expanded', String(open));
          if (other !== button) other.focus();
        }
      });
    }
  }
}
