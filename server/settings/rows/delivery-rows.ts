import { oneOf } from '../setting-values.ts';
import { setting } from './setting.ts';

/** What other systems are told. */
export const deliveryRows = {
  WEBHOOKS_PRIVATE: setting(
    'refuse',
    'Whether endpoints may be in a private network, and without TLS. `allow` only where nobody but you adds endpoints.',
    'allow',
    oneOf('refuse', 'allow'),
  ),
} as const;
