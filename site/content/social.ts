import cards from './social.json' with { type: 'json' };

/** What a link to a page shows where it is shared: its own picture, its card (`npm run art -- cards`), or the company's. */
export function socialImage(component: string): { src: string; alt: string } {
  if (component === 'cognitivepro') return { src: '/social-cognitivepro.png', alt: 'Cognitive PRO, with a screen of the platform' };
  // A position is shared as one of the open ones.
  const card = cards.find(({ name }) => name === (component === 'jobs' ? 'careers' : component));
  return card
    ? { src: `/social/${card.name}.png`, alt: card.alt }
    : { src: '/social.png', alt: 'AI for Investment, with a graph of a market' };
}
