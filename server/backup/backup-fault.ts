/** A backup, a restore or a move failed for a known reason. The message says what to do; a stack trace adds nothing. */
export class BackupFault extends Error {
  override name = 'BackupFault';
}
