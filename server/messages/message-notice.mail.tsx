import { defineLeadMail } from '../leads/define-lead-mail.ts';
import { answersOf } from '../leads/lead-repository.ts';
import { Details, Heading, Text } from '../mail/layout.tsx';

type Props = { id: string; name: string; email: string; subject: string; message: string };

export const messageNotice = defineLeadMail<Props>({
  name: 'messages.notice',
  kind: 'message',
  when: { after: 'received', of: ({ kind }) => kind === 'message' },
  to: 'STAFF_MAIL',
  event: 'staff notified',
  read: async (lead) => {
    const { name = '', subject = '', message = '' } = answersOf(lead);
    return { id: lead.id, name, email: lead.email, subject, message };
  },
  digest: {
    title: (count) => `${count} messages from the contact page`,
    entry: ({ id, name, subject, message }) => ({
      heading: `${name}: ${subject}`,
      rows: [['Message', message]],
      command: `npm run leads -- show ${id}`,
    }),
  },
  subject: ({ name, subject }) => `Message from ${name}: ${subject}`,
  preheader: ({ message }) => message.slice(0, 120),
  Body: ({ id, name, email, subject, message }) => (
    <>
      <Heading>{subject}</Heading>
      <Text>A message from the contact page. Replying to this mail writes to its sender, whose address is not verified.</Text>
      <Details
        rows={[
          ['Name', name],
          ['Email', email],
          ['Message', message],
        ]}
      />
      <Text quiet>The whole history: npm run leads -- show {id}</Text>
    </>
  ),
});
