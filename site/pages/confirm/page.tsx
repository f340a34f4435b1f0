import { Verified } from '../../sections/verified.tsx';

/** Where the mail's link leads after confirming any form except a demo's. */
export function Page() {
  return <Verified kind="confirm" />;
}
