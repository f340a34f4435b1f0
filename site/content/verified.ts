import { declared } from './declared.ts';

export const verified = declared('verified', {
  title: 'EMAIL VERIFIED.',
  confirm: {
    lead: 'Thank you for your interest in our solutions. Your data has been saved.',
    text: 'Our team will get back to you. In the meantime, this is where to look next.',
    cards: {
      platform: {
        label: 'Discover',
        title: 'Cognitive PRO',
        text: 'The AI platform for portfolio and fund management, and what you can do with it.',
      },
      insights: { label: 'Go to', title: 'Insights', text: 'Track records with their figures, and papers on how we compute them.' },
    },
  },
  formsent: {
    lead: 'Your data has been saved. You will receive an email to schedule a brief meeting: please check your inbox.',
    text: 'If it does not arrive within a few minutes, look in the spam folder.',
    cards: {
      platform: { label: 'Discover', title: 'Cognitive PRO', text: 'Have a look at the platform before we meet.' },
      insights: { label: 'Back to', title: 'Insights', text: 'Track records with their figures, and papers on how we compute them.' },
    },
  },
});
