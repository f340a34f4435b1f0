import { listOf } from '../../contract/content-lists.ts';
import { declared } from './declared.ts';

/** Words of the header and the foot of every page. */
export const frame = declared('frame', {
  header: {
    /** Shown in the bar on wide windows, and in the menu. */
    navigation: listOf({ least: 1, most: 4 }, [
      { href: '/cognitivepro', label: 'Cognitive PRO' },
      { href: '/insights', label: 'Insights' },
      { href: '/about', label: 'About' },
    ]),
    name: 'Main',
    home: 'home page',
    login: 'Login',
    loginNote: '(opens the platform in a new tab)',
    action: 'Book a demo',
    menu: 'Menu',
    open: 'Open the menu',
    close: 'Close the menu',
  },
  footer: {
    fast: {
      title: 'Fast links',
      links: listOf({ least: 1, most: 8 }, [
        { href: '/cognitivepro', label: 'Cognitive PRO' },
        { href: '/insights', label: 'Insights' },
      ]),
    },
    company: {
      title: 'Company',
      links: listOf({ least: 1, most: 6 }, [
        { href: '/about', label: 'About' },
        { href: '/careers', label: 'Careers' },
      ]),
      contact: 'Contact us',
      more: listOf({ least: 1, most: 6 }, [{ href: '/credits', label: 'Credits' }]),
    },
    legal: {
      title: 'Legal',
      links: listOf({ least: 2, most: 8 }, [
        { href: '/privacy', label: 'Privacy Policy' },
        { href: '/cookies', label: 'Cookie Policy' },
      ]),
      settings: 'Cookie settings',
    },
    offices: 'Offices',
    awards: 'Awards',
    details: 'Legal details',
    version: 'Version',
  },
  floating: { top: 'Back to top', action: 'Book a demo' },
  failure: {
    text: 'The form could not be loaded. Please check your connection and try again.',
    again: 'Try again',
    close: 'Close',
  },
});
