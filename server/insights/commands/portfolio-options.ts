import { UsageError } from '../../cli/command.ts';
import { noteKeys, type Notes } from '../import/record-file.ts';

export const portfolioOptions = {
  ...(Object.fromEntries(noteKeys.map((key) => [key, { type: 'string' }])) as Record<(typeof noteKeys)[number], { type: 'string' }>),
  date: { type: 'string' },
  known: { type: 'string' },
  restate: { type: 'string' },
  confirm: { type: 'string' },
  publish: { type: 'boolean' },
  rebase: { type: 'boolean' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
} as const;

export type PortfolioOptions = Notes & {
  date?: string;
  known?: string;
  restate?: string;
  confirm?: string;
  publish?: boolean;
  rebase?: boolean;
  yes?: boolean;
  json?: boolean;
  csv?: boolean;
};

/** @throws UsageError when the text is not a whole number */
export function wholeNumber(text: string, what: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${what} is a number, such as 3; '${text}' is none`);
  return Number(text);
}

export function reasonOf({ restate }: PortfolioOptions): string | undefined {
  const reason = restate?.trim();
  if (reason === '' || (reason !== undefined && reason.length > 500)) throw new UsageError('--restate is a reason of 1 to 500 characters');
  return reason;
}
