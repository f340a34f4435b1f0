import { Fragment } from 'react';
import { Link, Text } from '../../mail/layout.tsx';
import { defineMail } from '../../mail/mail.ts';

type Props = { subject: string; text: string };

/** What a member of the staff wrote, unchanged. */
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
              {linked(line)}
            </Fragment>
          ))}
        </Text>
      ))}
    </>
  ),
});

/** Makes links of the addresses in a line, without the punctuation that ends a sentence. */
function linked(line: string) {
  const parts = line.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/);
  return parts.map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <Link key={at} href={part}>
        {part}
      </Link>
    ),
  );
}
