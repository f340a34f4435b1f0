import cards from './social.json' with { type: 'json' };

/** The image shown where a link to a page is shared: a separate picture, the page's card (`npm run art -- cards`), or the company's. */
export function socialImage(component: string): { src: string; alt: string } {
  if (component === 'cognitivepro') return { src: '/social-cognitivepro.png', alt: 'Cognitive PRO, with a screen of the platform' };
  // A position uses the card of the careers page.
  const card = cards.find(({ name }) => name === (component === 'jobs' ? 'careers' : component));
  return card
    ? { src: `/social/${card.name}.png`, alt: card.alt }
    : { src: '/social.png', alt: 'AI for Investment, with a graph of a market' };
}
