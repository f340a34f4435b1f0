import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import type { readCrms } from '../../../contract/calls/desk/crm-calls.ts';

type CrmsData = CallOutput<typeof readCrms>;

export type CrmData = CrmsData['crms'][number];
export type CrmFieldData = CrmData['fields'][number];
export type SourceData = Pick<CrmsData, 'sources' | 'sourceForms'>;

/** A CRM value in words; `true` is a ticked checkbox. */
export function valueWords(value: string | true): string {
  if (value === true) return 'a tick';
  return value === '' ? 'nothing' : `“${value}”`;
}

/** The state of a field in one or two words. */
export function fieldMark({ isSent, isRefused, declared, source }: CrmFieldData): (typeof marks)[number] {
  if (!isSent) return 'Not sent';
  if (isRefused) return 'Refused there';
  if (declared === null) return 'Added';
  return declared === source ? 'Standard' : 'Changed';
}

const marks = ['Not sent', 'Refused there', 'Added', 'Standard', 'Changed'] as const;
