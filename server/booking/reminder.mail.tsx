import { LeadLocationButton, type LeadLocation } from '../leads/notice-parts.tsx';
import { Button, Details, Heading, Text, said, saidPlainly } from '../mail/layout.tsx';
import { defineMail } from '../mail/mail.ts';
import { meetingRows } from './booking.mail.tsx';

type VisitorProps = { name: string; when: string; place: string | undefined; link: string };

const texts = {
  subject: 'Reminder: your demo on {when}',
  preheader: 'Thirty minutes. Does the time still suit you?',
  title: 'Your demo is soon',
  greeting: 'Dear {name},',
  text: 'a short reminder of our meeting. If the time no longer suits you, move or cancel it by the button below: somebody else may be glad of it.',
  button: 'Move or cancel the meeting',
  secret: 'The link is yours alone: whoever has it can change the meeting.',
} as const;

export const visitorReminder = defineMail<VisitorProps, typeof texts>({
  kind: 'booking-reminder',
  limit: 'awaited',
  texts,
  samples: (site) => ({
    reminder: {
      name: 'Ada Lovelace',
      when: 'Monday 7 December 2026 at 10:00 CET',
      place: 'A video call',
      link: `${site}/meeting?token=sample`,
    },
  }),
  subject: ({ when }, { subject }) => saidPlainly(subject, { when }),
  preheader: (_, { preheader }) => preheader,
  Body: ({ name, when, place, link }, words) => (
    <>
      <Heading>{words.title}</Heading>
      <Text>{said(words.greeting, { name })}</Text>
      <Text>{said(words.text)}</Text>
      <Details rows={meetingRows({ when, place })} />
      <Button href={link} fallback={words.fallback}>
        {words.button}
      </Button>
      <Text quiet>{said(words.secret)}</Text>
    </>
  ),
});

type StaffProps = { name: string; when: string; theirs: string | undefined; place: string | undefined; desk: LeadLocation };

export const staffReminder = defineMail<StaffProps>({
  kind: 'booking-reminder-notice',
  limit: 'none',
  subject: ({ name, when }) => `Reminder: meeting with ${name}, ${when}`,
  preheader: ({ when }) => when,
  Body: ({ name, when, theirs, place, desk }) => (
    <>
      <Heading>A meeting is soon</Heading>
      <Text>
        With <strong>{name}</strong>. Replying to this message writes to them.
      </Text>
      <Details rows={[...meetingRows({ when, place }), ...(theirs === undefined ? [] : [['For them', theirs] as const])]} />
      <LeadLocationButton location={desk} />
    </>
  ),
});
