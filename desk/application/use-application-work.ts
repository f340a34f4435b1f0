import { assignApplicationCall, changeStageCall } from '../../contract/calls/desk/application-calls.ts';
import type { ApplicationWork, DeskApplicationPage } from '../../contract/desk/application-facts.ts';
import type { ApplicationStage } from '../../contract/desk/application-stages.ts';
import { applicationSection } from '../applications/application-section.ts';
import { stageWords } from '../applications/application-words.ts';
import { callServer } from '../calls/call-server.ts';
import { useWork } from '../work/use-work.ts';
import type { WorkSending } from '../work/work-sending.ts';

type StageWish = { words: string } & ({ owner: string | null } | { stage: ApplicationStage });

/** Changes stage and owner of an application. */
export function useApplicationWork(page: DeskApplicationPage) {
  return useWork<ApplicationWork, StageWish>(page, sending);
}

const sending: WorkSending<ApplicationWork, StageWish> = {
  read: applicationSection.read,
  lists: applicationSection.lists,
  hoped: (wish) => ('owner' in wish ? { owner: wish.owner } : { stage: wish.stage }),
  wayBack: (wish, { stage }) => ('stage' in wish ? { words: stageWords[stage], stage } : undefined),
  send: (id, version, wish) =>
    'owner' in wish
      ? callServer(assignApplicationCall, { id, version, owner: wish.owner })
      : callServer(changeStageCall, { id, version, stage: wish.stage }),
};
