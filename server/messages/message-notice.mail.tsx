import { defineLeadMail } from '../leads/lead-job.ts';
import { answersOf } from '../leads/lead-columns.ts';
import { answerRows, originRows, leadLocation, type LeadLocation, LeadLocationButton } from '../leads/notice-parts.tsx';
import { Details, Heading, Text, type DetailRow } from '../mail/layout.tsx';

type Props = {
  name: string;
  subject: string;
  message: string;
  answers: readonly DetailRow[];
  origin: readonly DetailRow[];
  location: LeadLocation;
};

export const messageNotice = defineLeadMail<Props>({
  name: 'messages.notice',
  kind: 'message',
  when: { after: 'received', kinds: ['message'] },
  to: 'STAFF_MAIL',
  event: 'staff notified',
  read: async (lead, { settings }) => {
    const { name = '', subject = '', message = '' } = answersOf(lead);
    return {
      name,
      subject,
      message,
      answers: answerRows(lead),
      origin: originRows(lead, settings),
      location: leadLocation(lead, settings),
    };
  },
  digest: {
    title: (count) => `${count} messages from the contact page`,
    entry: ({ name, subject, message, origin, location }) => ({
      heading: `${name}: ${subject}`,
      rows: [['Message', message], ...origin],
      location,
    }),
  },
  subject: ({ name, subject }) => `Message from ${name}: ${subject}`,
  preheader: ({ message }) => message.slice(0, 120),
  Body: ({ subject, answers, origin, location }) => (
    <>
      <Heading>{subject}</Heading>
      <Text>A message from the contact page. Replying to this mail writes to its sender, whose address is not verified.</Text>
      <Details rows={answers} />
      <Details rows={origin} />
      <LeadLocationButton location={location} />
    </>
  ),
});
