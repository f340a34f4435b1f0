import { listFiguresCall, removeSampleFigures } from '../../../contract/calls/desk/figure-calls.ts';
import { listPapersCall } from '../../../contract/calls/desk/paper-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { May } from '../../account/may.tsx';
import { useCall, useChange } from '../../data/queries.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { notify } from '../../parts/notice.ts';
import { RemovalDecision } from '../../parts/removal-decision.tsx';
import { useColleagues } from '../work/use-colleagues.ts';

const KEPT = 'They do not come back by themselves. What you published of your own stays.';

/** Takes all sample portfolios and papers off the site by one press. */
export function SampleRemoval({ portfolios, fourEyes }: CallOutput<typeof listFiguresCall>) {
  const { data } = useCall(listPapersCall, {});
  const { nameOf } = useColleagues();
  const remove = useChange(removeSampleFigures, {
    changes: [listFiguresCall, listPapersCall],
    onDone: ({ removed }, { decision }) =>
      notify(removed ? 'The samples are off the site.' : decision === 'keep' ? 'The samples stay on the site.' : ASKED),
  });
  const shown = portfolios.filter(({ sample, removed }) => sample && removed === null);
  const papers = data?.papers.filter(({ sample }) => sample) ?? [];
  const samples = [...shown, ...papers];
  if (data === undefined || samples.length === 0) return null;
  const seen = samples.map(({ id }) => id);
  const waiting = samples.filter(({ removalAsked }) => removalAsked !== null);
  const asked = waiting[0]?.removalAsked;
  const names = (asked ? waiting : samples).map(({ name }) => name).join(', ');
  if (asked)
    return (
      <RemovalDecision
        what="the samples"
        name={names}
        asked={asked}
        by={nameOf(asked.by)}
        after={`These are ${names}. ${KEPT}`}
        call={removeSampleFigures}
        change={remove}
        onDecision={(decision) => remove.mutate({ seen, decision })}
      />
    );
  return (
    <May call={removeSampleFigures}>
      <AskFirst
        label="Samples"
        button="Take all samples off the site…"
        confirm={fourEyes ? 'Ask that they be taken off' : `Take ${samples.length} samples off the site`}
        seen={seen}
        onConfirm={(looked) => remove.mutate({ seen: looked })}
        isSmall
        change={remove}
        failure="Not done"
      >
        <p>
          Visitors see these samples no more, within a second or two: {names}. {KEPT}
        </p>
      </AskFirst>
    </May>
  );
}

const ASKED = 'Asked for: somebody else who publishes decides. The samples are on the site until then.';
