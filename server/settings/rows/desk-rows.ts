import { deskOrigin, deskPort, issuer, oneOf, optional, text, whole } from '../setting-values.ts';
import { setting } from './setting.ts';

/** The staff desk, on a separate listener. */
export const deskRows = {
  DESK_PORT: setting('3100', 'Port the desk is served on, for staff. `off` or 0: it is not served.', '3100', deskPort),
  DESK_HOST: setting(
    '127.0.0.1',
    'Address the desk listens on. Keep it off the public network; a proxy with TLS stands before it.',
    '10.0.0.5',
    text,
  ),
  DESK_URL: setting(
    '',
    'Origin that staff see, another one than PUBLIC_URL; links in their mails begin with it, and passkeys belong to its name. Default: http://localhost:DESK_PORT.',
    'https://desk.example.com',
    optional(deskOrigin),
  ),
  DESK_DEFAULTS: setting(
    '',
    'Settings of the company (notices’ receivers, booking, forbidden claims) that the environment sets and the desk may change: names separated by commas, or `all`. Others that are set are locked at the desk.',
    'STAFF_MAIL, HR_MAIL',
    optional(text),
  ),
  DESK_PASSKEYS: setting(
    'optional',
    'Whether staff need a passkey. `required`: by a link somebody only adds their first one, and whoever has one signs in with it alone. Not with OIDC_ISSUER, whose provider decides.',
    'optional',
    oneOf('optional', 'required'),
  ),
  FOUR_EYES: setting(
    'off',
    'Whether a track record or a paper that somebody uploaded, and a reporting date that somebody proposed, is published by somebody else; and whether taking one off and going back to an older version, which need a reason, are decided by somebody else, who is mailed the reason. Commands are given names by `--by`, and ask the same of them.',
    'on',
    oneOf('on', 'off'),
  ),
  TALENT_POOL_DAYS: setting(
    '365',
    'Days for which an application is kept from when its applicant agreed to it, asked by a mail of the desk.',
    '365',
    whole(30, 1095),
  ),
  LEADS_IN_TURN: setting(
    'off',
    'Whether a lead goes to a colleague in turn once its address is confirmed: `on`, to each who works leads and is not away. A further request goes to whose the earlier one is, suspected spam to nobody.',
    'on',
    oneOf('on', 'off'),
  ),
  OIDC_ISSUER: setting(
    '',
    'The company’s OpenID provider, by which alone staff then sign in. Return address: DESK_URL/sign-in/company/back.',
    'https://login.example.com/company',
    optional(issuer),
  ),
  OIDC_EMAIL_VERIFIED: setting(
    'if told',
    'Whether the provider has to say that it verified an address (the claim email_verified). `required`: set it where people may change the address that the provider names, as with Microsoft Entra ID.',
    'required',
    oneOf('if told', 'required'),
  ),
  OIDC_CLIENT_ID: setting('', 'What the provider calls the desk.', 'desk', optional(text)),
  OIDC_CLIENT_SECRET: setting('', 'The secret that the provider gave the desk.', 'a-long-random-secret', optional(text)),
} as const;
