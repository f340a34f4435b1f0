import { Details, Heading, Text } from '../mail/layout.tsx';
import { defineMail } from '../mail/mail.ts';

type Props = {
  title: string;
  name: string;
  id: string;
  /** What was answered, by the labels of the form. */
  answers: readonly (readonly [label: string, value: string])[];
  /** Where the lead came from. */
  origin: readonly (readonly [label: string, value: string])[];
};

/** Tells staff of a verified lead. */
export const staffNoticeMail = defineMail<Props>({
  kind: 'staff-notice',
  limit: 'none',
  subject: ({ title, name }) => `Verified lead: ${name} (${title})`,
  preheader: ({ answers }) =>
    answers
      .map(([, value]) => value)
      .join(', ')
      .slice(0, 120),
  Body: ({ title, name, id, answers, origin }) => (
    <>
      <Heading>{name}</Heading>
      <Text>{title}. The email address is verified; replying to this message writes to it.</Text>
      <Details rows={answers} />
      <Details rows={origin} />
      <Text quiet>The whole history: npm run leads -- show {id}</Text>
    </>
  ),
  text: ({ title, name, id, answers, origin }) => `${name}

${title}. The email address is verified; replying to this message writes to it.

${lines(answers)}

${lines(origin)}

The whole history: npm run leads -- show ${id}`,
});

function lines(rows: Props['answers']): string {
  return rows.map(([label, value]) => `${label}: ${value}`).join('\n');
}
