import { ButtonLink } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { pageSetting } from './page-setting.ts';

export function LoginLink({ className = '' }: { className?: string | undefined }) {
  return (
    <ButtonLink href={pageSetting('platform')} variant="outline" target="_blank" rel="noopener" className={className}>
      Login <VisuallyHidden>(opens the platform in a new tab)</VisuallyHidden>
    </ButtonLink>
  );
}
