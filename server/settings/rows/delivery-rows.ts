import { id, keyFile, oneOf, optional, origin, text, url } from '../setting-values.ts';
import { setting } from './setting.ts';

/** Deliveries of events to other systems. */
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
  SALESFORCE_KEY: setting(
    '',
    'File with the private key (PEM) whose certificate a connected app of Salesforce has, where verified requests then become Leads: docs/deliveries.md.',
    '/etc/cognitive-pro/salesforce.pem',
    optional(keyFile),
  ),
  SALESFORCE_CLIENT_ID: setting('', 'Consumer key of that app.', '3MVG9a-long-key', optional(text)),
  SALESFORCE_USERNAME: setting('', 'User of Salesforce as whom the server acts.', 'site@example.com', optional(text)),
  SALESFORCE_LOGIN_URL: setting(
    'https://login.salesforce.com',
    'Where it signs in, which is the audience of its assertion; https://test.salesforce.com for a sandbox.',
    'https://test.salesforce.com',
    origin,
  ),
  SALESFORCE_EXTERNAL_ID: setting(
    'Site_Id__c',
    'API name of the field of Leads that is their external id.',
    'Website_Id__c',
    id(/^[A-Za-z]\w{0,36}__c$/, 'the API name of a field of your own, as Site_Id__c,'),
  ),
} as const;
