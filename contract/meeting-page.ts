/**
 * The build makes the pages on which a verified visitor books a meeting; the server replaces these marks by the free times. A part that is repeated
 * or left out stands between marks, once in each of its variants (`looks`).
 */
export const meetingParts = {
  /** Day with free times, chosen day, day without free times. */
  day: { mark: '__MEETING_DAY__', looks: 3 },
  time: { mark: '__MEETING_TIME__', looks: 1 },
  /** An error, an information. */
  notice: { mark: '__MEETING_NOTICE__', looks: 2 },
  /** The selected zone, another zone. */
  zone: { mark: '__MEETING_ZONE_OPTION__', looks: 2 },
  /** Booking a meeting, moving one, booking one right after the address was confirmed. */
  task: { mark: '__MEETING_TASK__', looks: 3 },
  /** A booked meeting, a moved one. */
  made: { mark: '__MEETING_MADE__', looks: 2 },
  /** Shown if the company's time zone differs from the visitor's. */
  otherClock: { mark: '__MEETING_OTHER_CLOCK__', looks: 1 },
  /** A link, or plain words. */
  place: { mark: '__MEETING_PLACE__', looks: 2 },
} as const;

export const meetingMarks = {
  /** Time zone of the page: IANA name, and in words. */
  zone: '__MEETING_IN_ZONE__',
  zoneWords: '__MEETING_IN_ZONE_WORDS__',
  companyZone: '__MEETING_COMPANY_ZONE__',
  companyZoneWords: '__MEETING_COMPANY_ZONE_WORDS__',
  /** IANA name of the zone shown by default; empty if the visitor chose one. */
  unasked: '__MEETING_UNASKED_ZONE__',
  chosenDay: '__MEETING_CHOSEN_DAY__',
  chosenDayWords: '__MEETING_CHOSEN_DAY_WORDS__',
  span: '__MEETING_SPAN__',
  /** What the form does: book or move. */
  does: '__MEETING_DOES__',
  when: '__MEETING_WHEN__',
  companyWhen: '__MEETING_COMPANY_WHEN__',
} as const;

/** Marks in one line of a part. */
export const meetingLine = {
  day: '__LINE_DAY__',
  number: '__LINE_NUMBER__',
  month: '__LINE_MONTH__',
  words: '__LINE_WORDS__',
  iso: '__LINE_ISO__',
  time: '__LINE_TIME__',
  zone: '__LINE_ZONE__',
  text: '__LINE_TEXT__',
} as const;

/** Path where a meeting is booked, moved and cancelled by a link. Not in api.ts, which the code of every form includes. */
export const MEETING_PATH = '/meeting';

/** Begins the fragment by which a thank-you dialog gets the token of a link to choose a time: servers and referrers never see it (site/client/head-script.ts). */
export const TIMES_HASH = '#times=';

/** Pages where a verified visitor books a meeting; the server picks the state and replaces the marks above. */
export function meetingPages() {
  const states: Array<[path: string, mode: string, title: string]> = [
    ['/verify/meeting', 'choose', 'Choose a time for your demo'],
    ['/verify/meeting-booked', 'booked', 'Your demo'],
    ['/verify/meeting-cancel', 'cancel', 'Cancel your demo?'],
    ['/verify/meeting-full', 'full', 'No time is free just now'],
    ['/verify/meeting-often', 'often', 'Let us find a time together'],
    ['/verify/meeting-expired', 'expired', 'This link has expired'],
    ['/verify/meeting-unknown', 'unknown', 'This link is not valid'],
    ['/verify/meeting-unavailable', 'unavailable', 'Please try again in a moment'],
  ];
  return states.map(([path, mode, title]) => ({
    path,
    component: 'meeting',
    mode,
    title: `${title} | Cognitive PRO`,
    description: 'Choose a time for the demo that you asked for.',
    indexed: false,
    canonical: '/cognitivepro',
    scripts: false as const,
    ...((mode === 'choose' || mode === 'booked') && { asksZone: true as const }),
  }));
}

/** Time zones to choose from, besides the visitor's. */
export const offeredZones: readonly string[] = [
  'Pacific/Honolulu',
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/Mexico_City',
  'America/New_York',
  'America/Toronto',
  'America/Sao_Paulo',
  'America/Argentina/Buenos_Aires',
  'UTC',
  'Europe/Lisbon',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Madrid',
  'Europe/Paris',
  'Europe/Brussels',
  'Europe/Amsterdam',
  'Europe/Luxembourg',
  'Europe/Zurich',
  'Europe/Berlin',
  'Europe/Rome',
  'Europe/Vienna',
  'Europe/Stockholm',
  'Europe/Athens',
  'Europe/Helsinki',
  'Europe/Istanbul',
  'Africa/Johannesburg',
  'Asia/Riyadh',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Hong_Kong',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Asia/Seoul',
  'Australia/Sydney',
  'Pacific/Auckland',
];
