import { declared } from './declared.ts';

/** Words of the credits page. The attribution is TradingView's own notice, which its licence asks for. */
export const credits = declared('credits', {
  title: 'Credits',
  lead: 'What others made, and we could not have done better.',
  charts: {
    title: 'Charts by TradingView',
    text: [
      'The advanced charts of the platform and of this site are drawn with Lightweight Charts™, the open-source charting library by TradingView, which stays quick with decades of daily values.',
      'TradingView is a charting platform and a community for traders and investors, with market data, screeners and an economic calendar.',
    ],
    notice: 'TradingView Lightweight Charts™. Copyright © 2025 TradingView, Inc.',
    href: 'https://www.tradingview.com/',
    action: 'Visit tradingview.com',
  },
  source: {
    title: 'Open source in this site',
    text: 'Each under its own licence, with our thanks to those who maintain it.',
    head: ['Work', 'What it does here', 'Licence'],
  },
  /** `package` is its name on npm; a test compares the licence with what the package says. */
  works: [
    { name: 'React', package: 'react', does: 'Builds the pages', licence: 'MIT', href: 'https://react.dev/' },
    { name: 'Valibot', package: 'valibot', does: 'Checks what is typed into forms', licence: 'MIT', href: 'https://valibot.dev/' },
    {
      name: 'Lightweight Charts',
      package: 'lightweight-charts',
      does: 'Draws the charts',
      licence: 'Apache-2.0',
      href: 'https://www.tradingview.com/lightweight-charts/',
    },
    {
      name: 'libphonenumber-js',
      package: 'libphonenumber-js',
      does: 'Knows the phone numbers of every country',
      licence: 'MIT',
      href: 'https://gitlab.com/catamphetamine/libphonenumber-js',
    },
    {
      name: 'Barlow',
      package: '@fontsource/barlow',
      does: 'The typeface of every word',
      licence: 'OFL-1.1',
      href: 'https://tribby.com/fonts/barlow/',
    },
    { name: 'Fastify', package: 'fastify', does: 'Answers every request', licence: 'MIT', href: 'https://fastify.dev/' },
    { name: 'Kysely', package: 'kysely', does: 'Speaks to the database', licence: 'MIT', href: 'https://kysely.dev/' },
    { name: 'Nodemailer', package: 'nodemailer', does: 'Sends the mails', licence: 'MIT-0', href: 'https://nodemailer.com/' },
  ],
});
