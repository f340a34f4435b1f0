import { MEETING_PATH, meetingMarks } from '../../../contract/meeting-page.ts';
import { TOKEN_PLACEHOLDER } from '../../../contract/page-marks.ts';

/** The address of this page in the same time zone. The server replaces its marks. */
export function meetingAddress({ does = '', day = '', zone = meetingMarks.zone }: { does?: string; day?: string; zone?: string }): string {
  const given = Object.entries({ token: TOKEN_PLACEHOLDER, zone, do: does, day }).filter(([, value]) => value !== '');
  return `${MEETING_PATH}?${given.map(([name, value]) => `${name}=${value}`).join('&')}`;
}
