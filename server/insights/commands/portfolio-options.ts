import { UsageError } from '../../cli/command.ts';
import { noteKeys } from '../import/record-file.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const notes = Object.fromEntries(noteKeys.map((key) => [key, text])) as Record<(typeof noteKeys)[number], typeof text>;
export const portfolioOptions = {
  ...notes,
  ...{ date: text, known: text, restate: text, confirm: text, publish: flag, rebase: flag, yes: flag, json: flag, csv: flag },
} as const;

type Options = typeof portfolioOptions;
export type PortfolioOptions = { [Name in keyof Options]?: Options[Name] extends typeof flag ? boolean : string };

export function reasonOf({ restate }: PortfolioOptions): string | undefined {
  const reason = restate?.trim();
  if (reason === '' || (reason !== undefined && reason.length > 500)) throw new UsageError('--restate is a reason of 1 to 500 characters');
  return reason;
}
