import { Fragment } from 'react';
import { Text } from '../../mail/layout.tsx';
import { defineMail } from '../../mail/mail.ts';

type Props = { subject: string; text: string };

/** What somebody of the staff wrote, as they wrote it. */
export const answerMail = defineMail<Props>({
  kind: 'answer',
  limit: 'promised',
  byPerson: true,
  subject: ({ subject }) => subject,
  preheader: ({ text }) => text.slice(0, 120),
  Body: ({ text }) => (
    <>
      {text.split(/\n{2,}/).map((paragraph, index) => (
        <Text key={index}>
          {paragraph.split('\n').map((line, at) => (
            <Fragment key={at}>
              {at > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </Text>
      ))}
    </>
  ),
});
