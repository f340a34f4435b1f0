import type { Page as PageRow } from '../../contract/pages.ts';
import { Island } from '../islands/island.tsx';

/** The portfolios and the papers, in one of their modes. */
export function Page({ page: { mode } }: { page: PageRow }) {
  return <Island name="insights" when="idle" props={{ mode }} />;
}
