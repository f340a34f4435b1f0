import type { Paper } from '../../contract/paper.ts';
import { pageSetting } from '../frame/page-setting.ts';

/** Where a paper's PDF is. Papers are the API's; one that stands elsewhere names its own address. */
export function paperAddress({ webViewLink }: Paper): string {
  return webViewLink.startsWith('/') ? pageSetting('api') + webViewLink : webViewLink;
}
