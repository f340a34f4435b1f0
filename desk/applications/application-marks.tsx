import type { DeskApplication } from '../../contract/desk/application-facts.ts';
import { StateMark, type StateLook } from '../parts/state-mark.tsx';
import marks from '../work/lead-marks.module.css';
import { Rating } from './rating.tsx';
import { scanMarks, stageWords } from './application-words.ts';

type Marked = Pick<DeskApplication, 'stage' | 'suspectedSpam' | 'sample' | 'scan' | 'rating'>;

const looks: Readonly<Partial<Record<DeskApplication['stage'], StateLook>>> = {
  new: 'primary',
  hired: 'success',
  rejected: 'dashed',
  'talent-pool': 'dashed',
};

/** Stage of an application, and what else one has to know of it: by words and shape, not by colour alone. */
export function ApplicationMarks({ application }: { application: Marked }) {
  const { stage, suspectedSpam, sample, scan, rating } = application;
  const scanned = scan === null ? 'no CV any more' : scanMarks[scan];
  return (
    <span className={marks.marks}>
      <StateMark look={looks[stage]}>{stageWords[stage]}</StateMark>
      {rating !== null && <Rating rating={rating} />}
      {suspectedSpam && <StateMark look="danger">Spam?</StateMark>}
      {scanned !== undefined &&
        (scan === 'infected' ? <StateMark look="danger">{scanned}</StateMark> : <span className={marks.quiet}>{scanned}</span>)}
      {sample && <span className={marks.quiet}>sample</span>}
    </span>
  );
}
