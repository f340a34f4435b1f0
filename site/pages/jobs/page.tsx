import { use } from 'react';
import type { PageRow } from '../../../contract/pages.ts';
import { careers } from '../../content/careers.ts';
import { OpeningsContext } from '../../sections/openings.ts';
import { ApplyBand } from '../../sections/apply-band.tsx';
import { JobPostingData } from './job-posting-data.tsx';
import { NoPosition } from './no-position.tsx';
import { Position } from './position.tsx';

export function Page({ page }: { page: PageRow }) {
  const { open, known } = use(OpeningsContext);
  const posting = open.find(({ slug }) => slug === page.mode);
  if (!posting) return <NoPosition isClosed={page.mode !== undefined && known.includes(page.mode)} />;
  return (
    <>
      <Position posting={posting} />
      <ApplyBand id="apply" title={careers.apply} lead={careers.form} subject={posting.title2} />
      <JobPostingData posting={posting} />
    </>
  );
}
