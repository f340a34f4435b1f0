import { userInfo } from 'node:os';

/** The name of the person who runs a command: as given, otherwise the user name of the machine. */
export function userName(given: string | undefined): string {
  if (given !== undefined) return given;
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
