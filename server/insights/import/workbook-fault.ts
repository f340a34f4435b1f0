/** A fault of a workbook, in words for whoever sent it. */
export class WorkbookFault extends Error {}
