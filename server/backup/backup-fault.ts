/** What kept a backup, a restore or a move from its end. The message says what to do; nothing more is known by a stack. */
export class BackupFault extends Error {
  override name = 'BackupFault';
}
