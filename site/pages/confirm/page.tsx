import { Verified } from '../../sections/verified.tsx';

/** After the e-mail link of every form but a demo's. */
export function Page() {
  return <Verified kind="confirm" />;
}
