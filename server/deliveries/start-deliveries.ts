import type { Log } from '../kernel/log.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import { chatSender } from './chat-sender.ts';
import { createDeliverer, type DelivererOptions } from './deliverer.ts';
import { crmSender } from './crm/crm-sender.ts';
import { hubspotApi } from './hubspot/hubspot-api.ts';
import { hubspotClient } from './hubspot/hubspot-client.ts';
import { hubspot } from './hubspot/hubspot-fields.ts';
import { createPost, type PostRequest } from './post-request.ts';
import { salesforceApi } from './salesforce/salesforce-api.ts';
import { salesforceClient } from './salesforce/salesforce-client.ts';
import { salesforce } from './salesforce/salesforce-fields.ts';
import { salesforceAccount, salesforceSignIn } from './salesforce/salesforce-sign-in.ts';
import { matchSettings } from './setting-endpoints.ts';
import { webhookSender } from './webhook-sender.ts';

/** @returns a function that stops it */
export function startDeliveries({ store, settings, log }: { store: Store; settings: Settings; log: Log }): () => Promise<void> {
  const post = createPost({ privately: settings.WEBHOOKS_PRIVATE === 'allow' });
  const senders = sendersOf(store, settings, post);
  const stop = createDeliverer({ store, log, senders, prepare: () => matchSettings(store, settings) }).start();
  return async () => {
    await stop();
    post.close();
  };
}

function sendersOf(store: Store, settings: Settings, post: PostRequest): DelivererOptions['senders'] {
  const { CHAT_WEBHOOK_URL: chat, HUBSPOT_SECRET: token, HUBSPOT_URL: url, DESK_PORT, DESK_URL } = settings;
  const now = () => store.now();
  const deskUrl = DESK_PORT === undefined ? undefined : DESK_URL;
  return {
    webhook: webhookSender({ post, now }),
    ...(chat !== undefined && { chat: chatSender({ post, url: chat, deskUrl, now }) }),
    ...(token !== undefined && {
      hubspot: crmSender({ store, crm: hubspot, client: hubspotClient(hubspotApi({ post, url, token, now })) }),
    }),
    ...salesforceOf(store, settings, post),
  };
}

function salesforceOf(store: Store, settings: Settings, post: PostRequest): DelivererOptions['senders'] {
  const account = salesforceAccount(settings);
  if (account === undefined) return {};
  const now = () => store.now();
  const api = salesforceApi({ post, now, signIn: salesforceSignIn({ ...account, post, now }) });
  const client = salesforceClient({ api, externalId: settings.SALESFORCE_EXTERNAL_ID });
  return { salesforce: crmSender({ store, crm: salesforce, client }) };
}
