import { actionCalls } from './action-calls.ts';
import { accountCalls } from './account-calls.ts';
import { applicationCalls } from './application-calls.ts';
import type { Call } from './call.ts';
import { readyAnswerCalls } from './answer-calls.ts';
import { campaignCalls } from './campaign-calls.ts';
import { contentCalls } from './content-calls.ts';
import { crmCalls } from './crm-calls.ts';
import { endpointCalls } from './endpoint-calls.ts';
import { figureCalls } from './figure-calls.ts';
import { leadCalls } from './lead-calls.ts';
import { meetingCalls } from './meeting-calls.ts';
import { messageCalls } from './message-calls.ts';
import { noticeCalls } from './notice-calls.ts';
import { overviewCalls } from './overview-calls.ts';
import { paperCalls } from './paper-calls.ts';
import { positionCalls } from './position-calls.ts';
import { passkeyCalls } from './passkey-calls.ts';
import { queueCalls } from './queue-calls.ts';
import { previewCalls } from './preview-calls.ts';
import { privacyCalls } from './privacy-calls.ts';
import { reportingCalls } from './reporting-calls.ts';
import { severalCalls } from './several-calls.ts';
import { todayCalls } from './today-calls.ts';
import { settingsCalls } from './settings-calls.ts';

/** All calls of the desk. A test checks that each has a handler. */
export const deskCalls: readonly Call[] = [
  ...accountCalls,
  ...actionCalls,
  ...passkeyCalls,
  ...leadCalls,
  ...readyAnswerCalls,
  ...meetingCalls,
  ...figureCalls,
  ...reportingCalls,
  ...paperCalls,
  ...positionCalls,
  ...campaignCalls,
  ...previewCalls,
  ...contentCalls,
  ...overviewCalls,
  ...messageCalls,
  ...Object.values(severalCalls).flatMap((calls) => Object.values(calls)),
  ...noticeCalls,
  ...todayCalls,
  ...queueCalls,
  ...endpointCalls,
  ...crmCalls,
  ...settingsCalls,
  ...applicationCalls,
  ...privacyCalls,
];
