import { listOf } from '../../contract/content-lists.ts';
import { company } from './company.ts';
import { declared } from './declared.ts';

export const about = declared('about', {
  title: 'Leadership in AI for Investment Decision Making',
  lead: `${company.name} builds AI for people who answer for other people’s money. Forecasts, risk and reports, each with the record that lets you judge it.`,
  action: 'Contact us',
  picture: {
    shape: 'opening',
    src: '/about/ridgelines',
    alt: 'Sixty-odd lines, one below the other, each the price of a security against its own trend from 2017 to 2024. Most of them fall together in early 2020 and again in 2022; the bonds at the foot hardly move.',
    title: 'What moves together.',
    caption: 'Each line is a security against its own trend. Computed from sample data on fictional securities.',
  },
  chapters: listOf({ least: 1, most: 8 }, [
    {
      title: 'What we build',
      text: listOf({ least: 1, most: 6 }, [
        `AI-based tools for investment decisions, predictive technology for fund management, and ${company.platform}, the platform that brings both to a manager’s desk.`,
        'Institutions use our forecasts inside a process of their own. Asset managers, family offices and advisors work with them on the platform. Independent investors meet them as managed portfolios.',
      ]),
    },
    {
      title: 'What leadership means to us',
      text: listOf({ least: 1, most: 6 }, [
        'Not the largest model, but the one you can hold to account. A forecast earns its place on data it had never seen, with costs included, and its misses stay in its record beside its hits.',
        'We publish how our figures are computed, so that a reader with the same data arrives at the same number.',
      ]),
      way: { href: '/insights', label: 'See the figures and how they are computed' },
    },
    {
      title: 'What the machine does, and what you do',
      text: listOf({ least: 1, most: 6 }, [
        'Models read more markets in a night than a team reads in a month. They find what moves together, weigh it, propose a change and say why.',
        'A person sets the mandate, questions the proposal and signs it. Nothing is traded, sent or published without that signature.',
      ]),
    },
  ]),
  closing: {
    title: 'Talk to the people who build it',
    text: 'Ask about the platform, the research or a partnership; a person reads every message and answers by email. Or come and build it with us.',
    action: 'Write to us',
    more: 'See open positions',
  },
  offices: {
    title: 'Where we are',
    text: 'Research and engineering sit together in Milan; clients in the City are served from London.',
    note: 'Sample addresses.',
  },
});
