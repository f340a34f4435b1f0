import { Button, Heading, Link, Text } from '../../mail/layout.tsx';
import { defineMail } from '../../mail/mail.ts';

type Props = { link: string; name: string };

export const signInMail = defineMail<Props>({
  kind: 'sign-in',
  limit: 'none',
  subject: () => 'Sign in to the desk',
  preheader: () => 'The link works once, for 10 minutes, in the browser that asked for it.',
  Body: ({ link, name }) => (
    <>
      <Heading>Sign in to the desk</Heading>
      <Text>Hello {name}, this link signs you in. It works once, for 10 minutes, in the browser that you asked with.</Text>
      <Button href={link} fallback="If the button does not work, open this address in the browser that you asked with:">
        Sign in
      </Button>
      <Text quiet>If you did not ask for it, ignore this message: without your browser the link opens nothing.</Text>
    </>
  ),
});

type InvitationProps = Props & { /** URL of the sign-in page. */ page: string; /** Whether the link signs in. */ signsIn: boolean };

export const invitationMail = defineMail<InvitationProps>({
  kind: 'desk-invitation',
  limit: 'none',
  subject: () => 'You have an account at the desk',
  preheader: ({ signsIn }) => (signsIn ? 'The link signs you in once, within three days.' : 'Sign in by your work address.'),
  Body: ({ link, page, name, signsIn }) => (
    <>
      <Heading>Welcome to the desk</Heading>
      <Text>
        Hello {name}, you have an account at the desk, where our staff work on what the site receives and shows.{' '}
        {signsIn ? 'This link signs you in, once, within three days.' : 'Sign in with this address.'}
      </Text>
      <Button href={link} fallback="If the button does not work, open this address in your browser:">
        {signsIn ? 'Sign in' : 'Open the desk'}
      </Button>
      {signsIn && (
        <Text quiet>
          Later, and from other devices, you sign in with this address at <Link href={page}>{page}</Link>. Did you expect no account? Then
          ignore this message.
        </Text>
      )}
    </>
  ),
});
