import { actionDetailWords, actionWords } from '../../../contract/desk/action-words.ts';
import { dateTime } from '../../../contract/figures/format.ts';
import type { Done } from '../../http/desk-route.ts';
import { Button, Details, Heading, Text } from '../../mail/layout.tsx';
import { defineMail } from '../../mail/mail.ts';

type Props = {
  who: string;
  action: string;
  /** What the action was done to, by a name that the reader may see. */
  subject: string | undefined;
  detail: NonNullable<Done['detail']>;
  nameOf: (account: string) => string | undefined;
  at: number;
  zone: string;
  desk: string;
};

export const toldActionMail = defineMail<Props>({
  kind: 'desk-told-action',
  limit: 'none',
  subject: ({ who, action }) => `${actionWords(action)}, by ${who}`,
  preheader: ({ at, zone }) => dateTime(at, zone),
  Body: ({ who, action, subject, detail, nameOf, at, zone, desk }) => {
    const more = actionDetailWords(detail, nameOf);
    return (
      <>
        <Heading>{actionWords(action)}</Heading>
        <Details
          rows={[
            ['By', who],
            ['When', dateTime(at, zone, 'long')],
            ...(subject === undefined ? [] : [['What', subject] as const]),
            ...(more === '' ? [] : [['More', more] as const]),
          ]}
        />
        <Button href={desk} fallback="If the button does not work, open this address in your browser:">
          Open the desk
        </Button>
        <Text quiet>
          You get this because your roles have a say in it. If it was not agreed with you, ask {who}, or end their sessions.
        </Text>
      </>
    );
  },
});
