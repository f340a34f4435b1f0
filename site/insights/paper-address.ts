import type { Paper } from '../../contract/paper.ts';
import { pageSetting } from '../frame/page-setting.ts';

/** Address of a paper's PDF: on the API, unless the paper names a complete address. */
export function paperAddress({ webViewLink }: Paper): string {
  return webViewLink.startsWith('/') ? pageSetting('api') + webViewLink : webViewLink;
}
