import type { Log } from '../log.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import { createDeliverer } from './deliverer.ts';
import { createPost } from './post-request.ts';
import { webhookSender } from './webhook-sender.ts';

/** @returns stops it */
export function startDeliveries({ store, settings, log }: { store: Store; settings: Settings; log: Log }): () => Promise<void> {
  const post = createPost({ privately: settings.WEBHOOKS_PRIVATE === 'allow' });
  const now = () => store.now();
  const stop = createDeliverer({ store, log, senders: { webhook: webhookSender({ post, now }) } }).start();
  return async () => {
    await stop();
    post.close();
  };
}
