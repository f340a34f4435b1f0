import { present } from '../../contract/checked.ts';
import { pictureFiles, type PictureShape } from '../../contract/pictures.ts';
import { declared } from './declared.ts';
import cards from './social.json' with { type: 'json' };

type SocialPicture = { shape: PictureShape; src: string; alt: string };

const shape = 'social' as const;

/** The company's picture, that of Cognitive PRO, and the cards of the other pages (`npm run art -- cards`), by page. */
const social: Readonly<Record<string, SocialPicture>> = declared('social', {
  home: { shape, src: '/social.png', alt: 'AI for Investment, with a graph of a market' },
  cognitivepro: { shape, src: '/social-cognitivepro.png', alt: 'Cognitive PRO, with a screen of the platform' },
  ...Object.fromEntries(cards.map(({ name, alt }) => [name, { shape, src: `/social/${name}.png`, alt }])),
});

/** The image shown where a link to a page is shared: a separate picture, the page's card, or the company's. */
export function socialImage(component: string): { src: string; alt: string } {
  // A position uses the card of the careers page.
  const { src, alt } = social[component === 'jobs' ? 'careers' : component] ?? present(social['home']);
  return { src: pictureFiles(src, 'card', 'jpg')?.[0]?.address ?? src, alt };
}
