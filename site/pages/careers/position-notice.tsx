import { careers } from '../../content/careers.ts';
import { Alert } from '../../../ui/alert.tsx';

/** Tells visitors who looked for a missing position why they are here; site/client/postings.ts shows the notice that the address names. */
export function Notice() {
  return (['closed', 'unknown'] as const).map((notice) => (
    <template key={notice} data-notice={notice}>
      <div className="mb-4">
        <Alert look="info" icon="info" title={careers[notice]} />
      </div>
    </template>
  ));
}
