import { createHash } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { setUpCrm } from '../crm/crm.testing.ts';
import { listDeliveries } from '../list-deliveries.ts';
import { salesforceApi } from './salesforce-api.ts';
import { salesforceClient } from './salesforce-client.ts';
import { CLIENT_ID, EXTERNAL_ID, salesforceKeys, startSalesforceDouble, USERNAME } from './salesforce-double.testing.ts';
import { salesforce as declared } from './salesforce-fields.ts';
import { salesforceSignIn, type SalesforceAccount } from './salesforce-sign-in.ts';

/** @param other settings of the account that differ, to make them wrong */
export async function setUpSalesforce(other: Partial<SalesforceAccount> = {}) {
  let double: Awaited<ReturnType<typeof startSalesforceDouble>> | undefined;
  const parts = await setUpCrm(declared, async ({ post, clock: { now } }) => {
    double = await startSalesforceDouble(now);
    onTestFinished(double.close);
    const account = { loginUrl: double.url, clientId: CLIENT_ID, username: USERNAME, key: salesforceKeys().privateKey, ...other };
    const api = salesforceApi({ post, now, signIn: salesforceSignIn({ ...account, post, now }) });
    return { client: salesforceClient({ api, externalId: EXTERNAL_ID }), settings: { SALESFORCE_KEY: 'key.pem' } };
  });
  const waiting = () => listDeliveries(parts.store.db, { status: 'waiting', limit: 5000 });
  return { ...parts, salesforce: double!, waiting };
}

/** The external id by which the double identifies an address. */
export const idOf = (email: string) => createHash('sha256').update(email).digest('hex');
