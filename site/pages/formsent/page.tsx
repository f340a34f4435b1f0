import { Verified } from '../../sections/verified.tsx';

/** Where the mail's link leads after a request for a demo from the home page. */
export function Page() {
  return <Verified kind="formsent" />;
}
