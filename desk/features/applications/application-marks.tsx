import type { DeskApplication } from '../../../contract/desk/application-facts.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { FieldMarks } from '../work/field-parts.tsx';
import { Marks } from '../work/work-parts.tsx';
import { Rating } from './rating.tsx';

type Marked = Pick<DeskApplication, 'stage' | 'suspectedSpam' | 'sample' | 'scan' | 'cvState' | 'rating'>;

/** The stage, the rating, and what is wrong with the CV. */
export function ApplicationMarks({ application }: { application: Marked }) {
  const { scan, cvState, rating } = application;
  return (
    <Marks of={application} quiet={scan === null ? 'no CV any more' : scan === 'pending' ? 'CV is being scanned' : undefined}>
      <FieldMarks section="application" work={application} />
      {rating !== null && <Rating rating={rating} />}
      {cvState !== null && cvState !== 'whole' && (
        <StateMark look="danger">{cvState === 'cut' ? 'CV cut short' : 'CV unreadable'}</StateMark>
      )}
      {scan === 'infected' && <StateMark look="danger">CV held back</StateMark>}
    </Marks>
  );
}
