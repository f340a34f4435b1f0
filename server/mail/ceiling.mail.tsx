import { Heading, Text } from './layout.tsx';
import { defineMail } from './mail.ts';

type Props = { setting: string; limit: number };

export const ceilingMail = defineMail<Props>({
  kind: 'ceiling',
  limit: 'none',
  subject: ({ setting }) => `Mails to new addresses wait: ${setting} is reached`,
  preheader: () => 'Nothing is lost. Somebody should look whether these requests are real.',
  Body: ({ setting, limit }) => (
    <>
      <Heading>Mails to new addresses wait</Heading>
      <Text>
        As many mails to addresses that nobody has verified as {setting} allows ({limit}) have left, or all but the last fifth, which is
        kept for senders who are rare. Further ones wait, and leave by themselves when there is room. Every request is stored, and nothing
        is lost.
      </Text>
      <Text>{advice(setting)}</Text>
      <Text quiet>This mail is sent once a day for each setting.</Text>
    </>
  ),
});

function advice(setting: string): string {
  return `Are the requests real? npm run leads shows them, npm run jobs what waits. If they are, raise ${setting} and start the server again; npm run jobs -- retry ID sends one at once. If they are not, somebody is using the forms to send mail to strangers.`;
}
