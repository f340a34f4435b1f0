import type { DeskApplication } from '../../../contract/desk/application-facts.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { FieldMarks } from '../work/field-parts.tsx';
import marks from '../work/lead-marks.module.css';
import { Rating } from './rating.tsx';
import { scanMarks } from './application-words.ts';

type Marked = Pick<DeskApplication, 'stage' | 'suspectedSpam' | 'sample' | 'scan' | 'rating'>;

/** Marks for the stage and other important facts, told apart by words and shape, not by colour alone. */
export function ApplicationMarks({ application }: { application: Marked }) {
  const { suspectedSpam, sample, scan, rating } = application;
  const scanned = scan === null ? 'no CV any more' : scanMarks[scan];
  return (
    <span className={marks.marks}>
      <FieldMarks section="application" work={application} />
      {rating !== null && <Rating rating={rating} />}
      {suspectedSpam && <StateMark look="danger">Spam?</StateMark>}
      {scanned !== undefined &&
        (scan === 'infected' ? <StateMark look="danger">{scanned}</StateMark> : <span className={marks.quiet}>{scanned}</span>)}
      {sample && <span className={marks.quiet}>sample</span>}
    </span>
  );
}
