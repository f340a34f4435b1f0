import { listOf } from '../../contract/content-lists.ts';
import { declared } from './declared.ts';

export const notFound = declared('notFound', {
  title: '404: Page not found',
  lead: 'There is nothing at this address. It may have moved, or a letter may be missing.',
  ways: listOf({ least: 1, most: 6 }, [
    { href: '/', label: 'Home', about: 'AI for Investment' },
    { href: '/cognitivepro', label: 'Cognitive PRO', about: 'The platform and what it does' },
    { href: '/insights', label: 'Insights', about: 'Quarterly figures and papers' },
    { href: '/about', label: 'About', about: 'Who we are and where' },
  ]),
});
