import { privacyPolicy } from '../../content/privacy.ts';
import { Policy } from '../../sections/policy.tsx';

export function Page() {
  return <Policy text={privacyPolicy} />;
}
