import { frame } from '../content/frame.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { pageSetting } from './page-setting.ts';

export function LoginLink({ className = '' }: { className?: string | undefined }) {
  return (
    <ButtonLink href={pageSetting('platform')} variant="outline" target="_blank" rel="noopener" className={className}>
      {`${frame.header.login} `}
      <VisuallyHidden>{frame.header.loginNote}</VisuallyHidden>
    </ButtonLink>
  );
}
