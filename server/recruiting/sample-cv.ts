import type { SamplePosition } from '../work/samples/sample-words.ts';

/** Makes a PDF of one page with these lines: small, valid, and the same for the same lines. `more`: other entries of its catalogue. */
export function sampleCv(lines: readonly string[], more = ''): Buffer {
  const [title = '', ...rest] = lines;
  const text = [
    `BT /F1 20 Tf 56 770 Td (${escaped(title)}) Tj ET`,
    ...rest.map((line, at) => `BT /F1 11 Tf 56 ${735 - 18 * at} Td (${escaped(line)}) Tj ET`),
  ];
  const drawn = text.join('\n');
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${more}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[6 0 R]>>',
    `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Annot/Subtype/Link/Rect[56 760 540 800]/Border[0 0 0]/A<</S/URI/URI(https://applicant.example/)>>>>',
  ];
  const places: number[] = [];
  let file = '%PDF-1.7\n';
  for (const [index, object] of objects.entries()) {
    places.push(file.length);
    file += `${index + 1} 0 obj${object}endobj\n`;
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + end, 'latin1');
}

/** A line as a text of a PDF, in Latin letters: others lose their accents, or become a question mark. */
function escaped(line: string): string {
  const latin = line.replaceAll('’', "'").replaceAll(/[^\x20-\xff]/g, (letter) => {
    const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
    return /^[\x20-\x7e]+$/.test(plain) ? plain : '?';
  });
  return latin.replaceAll(/[\\()]/g, String.raw`\$&`);
}

/** Contents of a sample CV, by position: posts from the latest back, what was done there, studies and skills. */
type SampleCvWords = {
  profile: string;
  posts: readonly [string, string, string];
  done: readonly [string, string, string, string];
  studies: readonly string[];
  skills: string;
};

const systems = {
  done: [
    'Moved 140 servers to two data centres; the longest outage was four minutes',
    'Backups that are restored every month, and a page that says when',
    'Monitoring that wakes somebody up for what matters, and for nothing else',
    'Wrote the handbook by which a colleague set up a site alone',
  ],
  studies: ['Computer Engineering, Politecnico', 'Computer Science', 'Telecommunications'],
  skills: 'Linux, PostgreSQL, Ansible, Terraform, Prometheus, networks up to BGP',
} as const;

const writing = {
  done: [
    'A newsletter for 12,000 readers, opened by four in ten',
    'Interviews with fund managers, from the question to the printed page',
    'One style guide for three languages, and a way to keep to it',
    'Figures in every text checked against their source before it went out',
  ],
  studies: ['Journalism', 'Economics and Communication', 'Modern Languages'],
  skills: 'Editing in English and Italian, interviews, search engines, simple charts',
} as const;

export const sampleCvWords: Readonly<Record<SamplePosition, SampleCvWords>> = {
  'Senior System Administrator': {
    ...systems,
    profile: 'System administrator with ten years of servers that others rely on.',
    posts: ['Lead System Administrator', 'System Administrator', 'Network Technician'],
  },
  'Junior System Administrator': {
    ...systems,
    profile: 'From the help desk to the machine room: two years of Linux at work.',
    posts: ['Help Desk, second level', 'Help Desk, first level', 'Trainee in a computer centre'],
    done: [
      'Solved two of three calls without passing them on',
      'Scripts that set up a new workplace in twenty minutes',
      'Replaced the paper list of machines by one that keeps itself',
      'On call every fourth week, with a written handover',
    ],
  },
  'Junior AI & Data': {
    profile: 'Statistician at the beginning, with a liking for data as it really is.',
    posts: ['Data Analyst', 'Working Student, Data', 'Tutor in Statistics'],
    done: [
      'Forecasts of demand for 300 shops, each with how wrong it may be',
      'A pipeline of daily prices, with a test for every gap that there ever was',
      'Explained to the board why a model that was right by chance had to go',
      'Thesis on regimes in volatility, with code that others ran again',
    ],
    studies: ['Statistics', 'Mathematics', 'Physics', 'Data Science'],
    skills: 'Python, SQL, pandas, PyTorch, R, probability',
  },
  'Content Manager': {
    ...writing,
    profile: 'Editor who makes finance readable, and keeps the figures right.',
    posts: ['Senior Editor', 'Editor', 'Freelance Writer'],
  },
  'Social Media Manager': {
    ...writing,
    profile: 'Runs a company’s channels as a conversation, complaints included.',
    posts: ['Social Media Manager', 'Community Editor', 'Trainee, Communication'],
    skills: 'LinkedIn, YouTube, short video, plans that hold, answering at once',
  },
  'Junior Full-stack Developer': {
    profile: 'Developer who finishes: from the table in the database to the button.',
    posts: ['Junior Developer', 'Working Student, Web', 'Trainee, Software'],
    done: [
      'A booking page for 40 practices, used by keyboard and on the phone alike',
      'Cut the time to the first paint from four seconds to one',
      'Tests for what broke before, run with every change',
      'A small open-source library for dates, with eleven contributors',
    ],
    studies: ['Computer Science', 'Software Engineering', 'Media Informatics'],
    skills: 'TypeScript, React, Node.js, SQL, CSS, Git',
  },
  Generic: {
    profile: 'Four years at a bank, between the desk that sells and the one that computes.',
    posts: ['Product Specialist', 'Analyst, Wealth Management', 'Trainee, Private Banking'],
    done: [
      'Explained portfolios to 80 advisers, and brought their questions back',
      'Reports that clients read, a third as long as those before',
      'Introduced a customer system to two branches',
      'Reviewed the costs of 25 funds with the risk department',
    ],
    studies: ['Economics', 'Business Administration', 'Engineering'],
    skills: 'Portfolio theory, spreadsheets, presenting, three languages',
  },
};
