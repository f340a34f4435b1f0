import { Details, Heading, Text } from '../mail/layout.tsx';
import { defineMail } from '../mail/mail.ts';

type Props = { id: string; name: string; email: string; subject: string; message: string };

/** A message of the contact page, for staff. */
export const messageNoticeMail = defineMail<Props>({
  kind: 'message-notice',
  limit: 'none',
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
  text: ({ id, name, email, subject, message }) => `${subject}

A message from the contact page. Replying to this mail writes to its sender, whose address is not verified.

Name: ${name}
Email: ${email}

${message}

The whole history: npm run leads -- show ${id}`,
});
