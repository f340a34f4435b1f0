import { privacyPolicy } from '../../content/privacy.ts';
import { Policy } from '../../sections/policy.tsx';

/** What is stored about a visitor, and what a visitor can ask for. */
export function Page() {
  return <Policy text={privacyPolicy} />;
}
