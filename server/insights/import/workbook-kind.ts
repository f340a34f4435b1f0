/** Whether a file is a workbook by its first bytes. `older`: one that is not read, such as .xls, or one with a password. */
export function workbookKind(bytes: Uint8Array): 'xlsx' | 'older' | undefined {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (start === 'PK\x03\x04') return 'xlsx';
  return start === '\xd0\xcf\x11\xe0' ? 'older' : undefined;
}

export const OLDER_WORKBOOK = 'This is an old workbook (.xls), or one with a password. Save it as .xlsx without one, or as CSV';
