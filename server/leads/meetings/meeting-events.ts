/** What a history calls a change of a meeting. */
export const meetingEvents = {
  booked: 'meeting booked',
  moved: 'meeting moved',
  cancelled: 'meeting cancelled',
} as const;

export type MeetingEvent = keyof typeof meetingEvents;
