import { apiPaths } from '../../contract/api.ts';
import type { MailLink } from '../leads/consents/mail-links.ts';
import { agreeToPool, askedWords, leavePool } from './talent-pool.ts';

/** The links in the mail that asks whether an application may be kept. */
export const poolMailLinks: readonly MailLink[] = [
  {
    use: 'talent-pool',
    path: apiPaths.talentPool,
    ask: '/verify/talent-pool',
    done: '/verify/talent-pool-joined',
    agreed: askedWords,
    act: agreeToPool,
  },
  {
    use: 'leave-talent-pool',
    path: apiPaths.leaveTalentPool,
    ask: '/verify/talent-pool-leave',
    done: '/verify/talent-pool-left',
    act: leavePool,
  },
];
