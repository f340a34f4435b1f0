import { declared } from './declared.ts';

export const contacts = declared('contacts', {
  lead: 'Questions about the platform, the research or working together. You get an answer from somebody who can give one, within two working days.',
  legend: 'All fields are required.',
  sending: 'Sending...',
  again: 'Write another message',
  dialog: 'Your message',
  sent: 'We answer within two working days, at the address you gave.',
  ways: [
    { title: 'See the platform', text: 'A demo with your own questions, in half an hour.', label: 'Cognitive PRO', href: '/cognitivepro' },
    { title: 'Check the figures', text: 'Returns, risk and papers, with the method behind them.', label: 'Insights', href: '/insights' },
    { title: 'Work with us', text: 'What is open in Milan at the moment.', label: 'Careers', href: '/careers' },
  ],
  offices: 'Offices',
});
