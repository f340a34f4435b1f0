import { userInfo } from 'node:os';

/** Who runs a command: as was said, else the user of the machine. */
export function userName(given: string | undefined): string {
  if (given !== undefined) return given;
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
