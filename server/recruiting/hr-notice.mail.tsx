import { Details, Heading, Text } from '../mail/layout.tsx';
import { defineMail } from '../mail/mail.ts';

type Rows = readonly (readonly [label: string, value: string])[];
type Props = {
  name: string;
  subject: string;
  id: string;
  /** What was answered, by the labels of the form. */
  answers: Rows;
  /** What is known of the CV, which the mail does not carry. */
  cv: Rows;
  /** What the reader should know first, where something is wrong. */
  alert: string | undefined;
};

/** Tells HR of an application. The CV stays on the server, where who may read it is settled. */
export const hrNoticeMail = defineMail<Props>({
  kind: 'hr-notice',
  limit: 'none',
  subject: ({ name, subject, alert }) => `${alert === undefined ? 'Application' : 'CV held back'}: ${name} (${subject})`,
  preheader: ({ answers }) =>
    answers
      .map(([, value]) => value)
      .join(', ')
      .slice(0, 120),
  Body: ({ name, subject, id, answers, cv, alert }) => (
    <>
      <Heading>{name}</Heading>
      <Text>{alert ?? `An application for ${subject}. Replying to this message writes to the applicant.`}</Text>
      <Details rows={answers} />
      <Details rows={cv} />
      <Text quiet>
        The CV, on the server: npm run applications -- cv {id} &gt; cv.pdf
        <br />
        The whole history: npm run applications -- show {id}
      </Text>
    </>
  ),
  text: ({ name, subject, id, answers, cv, alert }) => `${name}

${alert ?? `An application for ${subject}. Replying to this message writes to the applicant.`}

${lines(answers)}

${lines(cv)}

The CV, on the server: npm run applications -- cv ${id} > cv.pdf
The whole history: npm run applications -- show ${id}`,
});

function lines(rows: Rows): string {
  return rows.map(([label, value]) => `${label}: ${value}`).join('\n');
}
