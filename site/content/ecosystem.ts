import { listOf } from '../../contract/content-lists.ts';
import { declared } from './declared.ts';

/** Words of the ecosystem page: Latin filler until the company writes the text. The figures are placeholders too. */
export const ecosystem = declared('ecosystem', {
  title: 'Ecosystem',
  language: 'la',
  lead: 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. Integer posuere erat a ante venenatis dapibus posuere velit aliquet.',
  counters: [
    { number: 12, decimals: 0, prefix: '', suffix: 'B+', text: 'Aenean lacinia bibendum' },
    { number: 12, decimals: 0, prefix: '', suffix: 'B+', text: 'Cras mattis consectetur' },
    { number: 10, decimals: 0, prefix: '', suffix: 'B+', text: 'Vestibulum id ligula' },
  ],
  chapters: listOf({ least: 1, most: 9 }, [
    {
      title: 'Donec ullamcorper nulla',
      text: 'Maecenas sed diam eget risus varius blandit sit amet non magna. Duis mollis, est non commodo luctus, nisi erat porttitor ligula, eget lacinia odio sem nec elit. Nullam quis risus eget urna mollis ornare vel eu leo.',
    },
    {
      title: 'Fusce dapibus tellus',
      text: 'Vivamus sagittis lacus vel augue laoreet rutrum faucibus dolor auctor. Etiam porta sem malesuada magna mollis euismod. Cum sociis natoque penatibus et magnis dis parturient montes, nascetur ridiculus mus.',
    },
    {
      title: 'Praesent commodo cursus',
      text: 'Curabitur blandit tempus porttitor. Morbi leo risus, porta ac consectetur ac, vestibulum at eros. Nulla vitae elit libero, a pharetra augue. Sed posuere consectetur est at lobortis.',
    },
  ]),
  action: 'Contact us',
  banner: {
    title: 'Book a Demo Today',
    text: 'Half an hour, on your own universe. You see what the platform makes of it, and ask what you like.',
    action: 'Book a demo',
  },
});
