import { oneOf, optional, origin, text, url } from '../setting-values.ts';
import { setting } from './setting.ts';

/** What other systems are told. */
export const deliveryRows = {
  WEBHOOKS_PRIVATE: setting(
    'refuse',
    'Whether endpoints may be in a private network, and without TLS. `allow` only where nobody but you adds endpoints.',
    'allow',
    oneOf('refuse', 'allow'),
  ),
  CHAT_WEBHOOK_URL: setting(
    '',
    'Incoming webhook of a chat (Slack, or what speaks like it) that gets a line for each verified request. It names nobody.',
    'https://hooks.slack.com/services/T000/B000/secret',
    optional(url('https:', 'http:')),
  ),
  HUBSPOT_SECRET: setting(
    '',
    'Access token of a private app of HubSpot, where verified requests then become contacts: npm run crm says how.',
    'pat-eu1-a-long-random-token',
    optional(text),
  ),
  HUBSPOT_URL: setting('https://api.hubapi.com', 'Origin of HubSpot’s calls.', 'https://api.hubapi.com', origin),
} as const;
