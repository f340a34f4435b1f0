import type { DeskApplication } from '../../../contract/desk/application-facts.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { FieldMarks } from '../work/field-parts.tsx';
import { Marks } from '../work/work-parts.tsx';
import { Rating } from './rating.tsx';

type Marked = Pick<DeskApplication, 'stage' | 'suspectedSpam' | 'sample' | 'scan' | 'rating'>;

/** The stage, the rating, and what is wrong with the CV. */
export function ApplicationMarks({ application }: { application: Marked }) {
  const { scan, rating } = application;
  return (
    <Marks of={application} quiet={scan === null ? 'no CV any more' : scan === 'pending' ? 'CV is being scanned' : undefined}>
      <FieldMarks section="application" work={application} />
      {rating !== null && <Rating rating={rating} />}
      {scan === 'infected' && <StateMark look="danger">CV held back</StateMark>}
    </Marks>
  );
}
