import { Readable } from 'node:stream';
import type { NewLead } from '../leads/lead-repository.ts';
import { sampleCompanies, sampleTrades } from '../leads/samples/sample-words.ts';
import type { Files } from '../store/files/files.ts';
import type { FileRow } from '../store/schema.ts';
import { fileRow } from './parse-application.ts';
import { sampleCv } from './sample-cv.ts';

/** Stores the CV of a sample as one that was sent where no scanner is set up; undefined: it is no application. */
export async function storeSampleCv(files: Pick<Files, 'receive'>, lead: NewLead): Promise<FileRow | undefined> {
  if (lead.kind !== 'application') return undefined;
  const file = await files.receive(Readable.from([sampleCv(linesOf(lead))]));
  const stored = await file.store().finally(() => file.discard());
  if (!stored.ok) throw new Error(noRoom[stored.reason]);
  return fileRow(stored.key, lead, { file, fault: undefined, name: `CV ${nameOf(lead)}.pdf` }, 'unscanned');
}

const noRoom = {
  disk: 'There is no room for CVs: the disk of DATA_DIR has no more free than DISK_RESERVE_MB',
  day: 'There is no room for CVs: the files of the last 24 hours came to UPLOADS_MB_PER_DAY',
} as const;

function nameOf({ answers: { name, lastname } }: NewLead): string {
  return `${name} ${lastname}`;
}

/** The same for the same answers. */
function linesOf(lead: NewLead): string[] {
  const { email = '', phone = '', subject = '', message = '' } = lead.answers;
  const start = Buffer.from(email).reduce((sum, byte) => sum + byte, 0);
  const word = (words: string, step: number) => {
    const all = words.split(' ');
    return all[(start + step) % all.length]!.replaceAll('_', ' ');
  };
  const year = new Date(lead.at).getUTCFullYear();
  const posts = [0, 1, 2].map((step) => {
    const until = step === 0 ? 'today' : String(year - 3 * step);
    return `${year - 3 * (step + 1)} to ${until}: ${word(occupations, step)}, ${word(sampleCompanies, step)} ${word(sampleTrades, step)}`;
  });
  const wanted = subject === 'Generic' ? 'Spontaneous application' : subject;
  const study = `${year - 14} to ${year - 10}: ${word(subjects, 0)}`;
  return [nameOf(lead), wanted, `${email}, ${phone}`, '', message, '', 'Experience', ...posts, '', 'Education', study];
}

const occupations = 'Analyst Developer Administrator Editor Researcher Consultant Trainee';
const subjects = 'Economics Mathematics Computer_Science Statistics Physics Journalism Engineering';
