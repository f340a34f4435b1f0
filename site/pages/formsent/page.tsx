import { Verified } from '../../sections/verified.tsx';

/** After the e-mail link of a demo asked for from the home page. */
export function Page() {
  return <Verified kind="formsent" />;
}
