import { cookiePolicy, otherCompanies } from '../../content/cookies.ts';
import { Policy } from '../../sections/policy.tsx';
import { CookieChoice } from './choice.tsx';
import { Declaration } from './declaration.tsx';
import { ConditionalTexts } from './when-setting.tsx';

export function Page() {
  return (
    <Policy
      text={cookiePolicy}
      extras={{ choice: <CookieChoice />, declaration: <Declaration />, others: <ConditionalTexts texts={otherCompanies} /> }}
    />
  );
}
