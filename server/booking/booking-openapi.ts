import { MEETING_PATH } from '../../contract/meeting-page.ts';
import type { ApiPart } from '../http/openapi-document.ts';

/** The page on which a meeting is booked. Its answers are pages. */
export const bookingApi: ApiPart = () => {
  const page = { 'text/html': { schema: { type: 'string' } } };
  const answer = (description: string) => ({ description, content: page });
  const faults = {
    404: answer('There is no such link, or meetings are not booked here'),
    410: answer('The link has expired'),
    429: answer('Too many requests of this client'),
    503: answer('The store is down: the link stays good'),
  };
  const token = { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$', description: 'Of the link in a mail' };
  const zone = { type: 'string', description: 'IANA name of the time zone that times are shown in. Default: the company’s' };
  const query = (name: string, schema: object, required = false) => ({ name, in: 'query', required, schema });
  return {
    schemas: {},
    paths: {
      [MEETING_PATH]: {
        get: {
          operationId: 'showMeeting',
          summary: 'The times that are free, or the meeting that was booked. Changes nothing.',
          parameters: [
            query('token', token, true),
            query('zone', zone),
            query('day', { type: 'string', format: 'date' }),
            query('do', { enum: ['move', 'cancel'] }),
          ],
          responses: { 200: answer('The page'), ...faults },
        },
        post: {
          operationId: 'changeMeeting',
          summary: 'Books, moves or cancels a meeting. The same again changes nothing.',
          requestBody: {
            required: true,
            content: {
              'application/x-www-form-urlencoded': {
                schema: {
                  type: 'object',
                  required: ['token', 'do'],
                  properties: { token, zone, do: { enum: ['book', 'move', 'cancel'] }, slot: { type: 'string', format: 'date-time' } },
                },
              },
            },
          },
          responses: {
            303: { description: 'Done: the page shows it' },
            409: answer('The half hour was taken, or there is a meeting already'),
            422: answer('No time was chosen'),
            ...faults,
          },
        },
      },
    },
  };
};
