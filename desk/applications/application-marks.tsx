import type { DeskApplication } from '../../contract/desk/application-facts.ts';
import marks from '../work/lead-marks.module.css';
import { Rating } from './rating.tsx';
import { scanMarks, stageWords } from './application-words.ts';

type Marked = Pick<DeskApplication, 'stage' | 'suspectedSpam' | 'sample' | 'scan' | 'rating'>;

const looks: Readonly<Partial<Record<DeskApplication['stage'], string>>> = {
  new: 'new',
  hired: 'won',
  rejected: 'lost',
  'talent-pool': 'lost',
};

/** Stage of an application, and what else one has to know of it: by words and shape, not by colour alone. */
export function ApplicationMarks({ application }: { application: Marked }) {
  const { stage, suspectedSpam, sample, scan, rating } = application;
  const scanned = scan === null ? 'no CV any more' : scanMarks[scan];
  return (
    <span className={marks.marks}>
      <span className={`${marks.mark} ${marks[looks[stage] ?? 'plain'] ?? ''}`}>{stageWords[stage]}</span>
      {rating !== null && <Rating rating={rating} />}
      {suspectedSpam && <span className={`${marks.mark} ${marks.spam}`}>Spam?</span>}
      {scanned !== undefined && <span className={scan === 'infected' ? `${marks.mark} ${marks.spam}` : marks.quiet}>{scanned}</span>}
      {sample && <span className={marks.quiet}>sample</span>}
    </span>
  );
}
