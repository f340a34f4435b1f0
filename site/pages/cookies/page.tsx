import { cookiePolicy, otherCompanies } from '../../content/cookies.ts';
import { ConditionalTexts } from '../../frame/when-setting.tsx';
import { Policy } from '../../sections/policy.tsx';
import { CookieChoice } from './choice.tsx';
import { Declaration } from './declaration.tsx';

export function Page() {
  return (
    <Policy
      text={cookiePolicy}
      extras={{ choice: <CookieChoice />, declaration: <Declaration />, others: <ConditionalTexts texts={otherCompanies} /> }}
    />
  );
}
