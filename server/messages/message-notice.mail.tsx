import { defineLeadMail } from '../leads/define-lead-mail.ts';
import { answersOf } from '../leads/lead-repository.ts';
import { answerRows, originRows, placeLine, technicalLines } from '../leads/notice-rows.ts';
import { Details, Heading, Technical, Text, type DetailRow } from '../mail/layout.tsx';

type Props = {
  name: string;
  subject: string;
  message: string;
  answers: readonly DetailRow[];
  origin: readonly DetailRow[];
  technical: readonly string[];
};

export const messageNotice = defineLeadMail<Props>({
  name: 'messages.notice',
  kind: 'message',
  when: { after: 'received', of: ({ kind }) => kind === 'message' },
  to: 'STAFF_MAIL',
  event: 'staff notified',
  read: async (lead, { settings }) => {
    const { name = '', subject = '', message = '' } = answersOf(lead);
    const technical = [...technicalLines(lead), placeLine(lead, settings)];
    return { name, subject, message, answers: answerRows(lead), origin: originRows(lead, settings), technical };
  },
  digest: {
    title: (count) => `${count} messages from the contact page`,
    entry: ({ name, subject, message, origin, technical }) => ({
      heading: `${name}: ${subject}`,
      rows: [['Message', message], ...origin],
      technical,
    }),
  },
  subject: ({ name, subject }) => `Message from ${name}: ${subject}`,
  preheader: ({ message }) => message.slice(0, 120),
  Body: ({ subject, answers, origin, technical }) => (
    <>
      <Heading>{subject}</Heading>
      <Text>A message from the contact page. Replying to this mail writes to its sender, whose address is not verified.</Text>
      <Details rows={answers} />
      <Details rows={origin} />
      <Technical lines={technical} />
    </>
  ),
});
