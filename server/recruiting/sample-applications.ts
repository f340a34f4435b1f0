import { Readable } from 'node:stream';
import { elementAt } from '../../contract/checked.ts';
import { spacedPhone } from '../../contract/phone-link.ts';
import { SPONTANEOUS_SUBJECT } from '../../contract/posting.ts';
import type { NewLead } from '../leads/lead-repository.ts';
import { sampleCompanies, sampleTrades, type SamplePosition } from '../work/samples/sample-words.ts';
import type { Files } from '../files/files.ts';
import type { FileRow } from '../store/tables/file-tables.ts';
import { fileRow } from './public.ts';
import { sampleCvWords, sampleCv } from './sample-cv.ts';

/** Stores the CV of a sample application, as unscanned. @returns undefined for other kinds of leads */
export async function storeSampleCv(files: Pick<Files, 'receive'>, lead: NewLead): Promise<FileRow | undefined> {
  if (lead.kind !== 'application') return undefined;
  const file = await files.receive(Readable.from([sampleCv(linesOf(lead))]));
  const stored = await file.store().finally(() => file.discard());
  if (!stored.ok) throw new Error(stored.reason === 'disk' ? noRoom.disk : noRoom.day);
  return fileRow(stored.key, lead, { file, fault: undefined, name: `CV ${nameOf(lead)}.pdf` }, 'unscanned');
}

const noRoom = {
  disk: 'There is no room for CVs: the disk of DATA_DIR has no more free than DISK_RESERVE_MB',
  day: 'There is no room for CVs: the files of the last 24 hours came to UPLOADS_MB_PER_DAY',
} as const;

function nameOf({ answers: { name, lastname } }: NewLead): string {
  return `${name} ${lastname}`;
}

/** The lines of a CV: the same for the same answers. */
function linesOf(lead: NewLead): string[] {
  const { email = '', phone = '', subject = '', message = '' } = lead.answers;
  const words = sampleCvWords[subject as SamplePosition];
  const start = Buffer.from(email).reduce((sum, byte) => sum + byte, 0);
  const word = (all: readonly string[], step: number) => elementAt(all, (start + step) % all.length).replaceAll('_', ' ');
  const company = (step: number) => `${word(sampleCompanies.split(' '), 5 * step)} ${word(sampleTrades.split(' '), step)}`;
  const year = new Date(lead.at).getUTCFullYear();
  const posts = words.posts.flatMap((post, step) => [
    `${year - 3 * (step + 1)} to ${step === 0 ? 'today' : String(year - 3 * step)}: ${post}, ${company(step)}`,
    ...(step === 0 ? [0, 1] : [step + 1]).map((place) => `    - ${word(words.done, place)}`),
  ]);
  const wanted = subject === SPONTANEOUS_SUBJECT ? 'Spontaneous application' : `Application as ${subject}`;
  const study = `${year - 13} to ${year - 9}: ${word(words.studies, 0)}`;
  const head = [nameOf(lead), wanted, `${email}, ${spacedPhone(phone)}`, '', words.profile, message];
  return [...head, '', 'Experience', ...posts, '', 'Education', study, '', 'Skills', words.skills];
}
