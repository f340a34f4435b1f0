/** What somebody was asked to agree to, and what they said, as staff read it. What is not named here is shown by its own name. */
export function agreementWords({ purpose, action }: { purpose: string; action: string }): { purpose: string; action: string } {
  return { purpose: purposes[purpose] ?? purpose, action: actions[action] ?? action };
}

const purposes: Readonly<Record<string, string>> = {
  marketing: 'Marketing mail',
  newsletter: 'Newsletter',
  message: 'Answer to their message',
  recruiting: 'Application',
  'talent pool': 'Keep the application for longer',
};

const actions: Readonly<Record<string, string>> = {
  asked: 'asked, not confirmed yet',
  confirmed: 'agreed',
  given: 'agreed',
  withdrawn: 'withdrawn',
};
