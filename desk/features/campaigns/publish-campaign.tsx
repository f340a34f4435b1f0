import {
  changeCampaign,
  discardCampaign,
  listCampaigns,
  publishCampaignCall,
  readCampaign,
  reopenCampaignCall,
} from '../../../contract/calls/desk/campaign-calls.ts';
import { useMay } from '../../account/may.tsx';
import { useChange } from '../../data/queries.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { DeskForm, FormFoot, Tick } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { navigate } from '../../router/navigation.ts';
import { PublishTime, SecondPerson, usePublishTime } from '../content/publish-parts.tsx';
import { useColleagues } from '../work/use-colleagues.ts';
import { opensAfterNow, type Campaign } from './campaign-words.ts';
import styles from './campaigns.module.css';

/** Makes the draft public, at once or at a time, or drops it. */
export function PublishCampaign({ campaign: { id, name, page, draft, faults, own } }: { campaign: Campaign }) {
  const publish = useChange(publishCampaignCall, {
    changes: [listCampaigns, readCampaign],
    onDone: ({ version }) => notify(version === 0 ? `${name} goes public at its time.` : `${name} is public within two seconds.`),
  });
  const discard = useChange(discardCampaign, {
    changes: [listCampaigns],
    onDone: () => {
      notify('The draft is dropped. What is public stays.');
      navigate('/campaigns');
    },
  });
  const time = usePublishTime(publish);
  const removing = useChange(changeCampaign, { changes: [readCampaign] });
  if (draft === null) return null;
  const count = Object.keys(faults).length;
  const blocked = own || count > 0;
  return (
    <section className={`stack gap-2 ${styles.decide}`} aria-labelledby="publish">
      <h2 id="publish">{count === 0 ? 'Ready to publish' : `${count === 1 ? 'One thing is' : `${count} things are`} missing`}</h2>
      <DeskForm onSend={(form) => !blocked && time.check(form) && publish.mutate({ campaign: id, revision: draft.revision, ...time.when })}>
        <FaultAlert fault={time.otherFault ?? discard.error ?? removing.error} title="Not done" />
        {draft.publishAt !== null && (
          <p>
            It goes public <Moment at={draft.publishAt} />. A further change takes that back.
          </p>
        )}
        <Tick isOn={page.removed} onChange={(on) => removing.mutate({ campaign: id, change: { what: 'removed', on } })}>
          Take the page off the site (its leads stay)
        </Tick>
        <PublishTime time={time} />
        <FormFoot>
          <SmallButton type="submit" busy={publish.isPending} aria-disabled={blocked} aria-describedby="why-not">
            {time.typed === '' ? 'Publish' : 'Publish then'}
          </SmallButton>
          <SmallButton variant="outline" busy={discard.isPending} onClick={() => discard.mutate({ campaign: id })}>
            Discard the draft
          </SmallButton>
        </FormFoot>
        <SecondPerson isOwn={own} />
      </DeskForm>
    </section>
  );
}

/** The published versions; an earlier one can be put back into the draft. */
export function CampaignHistory({ campaign: { id, draft, versions, page } }: { campaign: Campaign }) {
  const { nameOf } = useColleagues();
  const mayChange = useMay(reopenCampaignCall);
  const back = useChange(reopenCampaignCall, { changes: [readCampaign, listCampaigns] });
  if (versions.length === 0) return null;
  const opensLater = draft === null && opensAfterNow(page);
  return (
    <section className="stack gap-1" aria-labelledby="history">
      <h2 id="history">Published</h2>
      {draft === null && mayChange && (
        <FormFoot>
          <SmallButton busy={back.isPending} onClick={() => back.mutate({ campaign: id })}>
            Change the page
          </SmallButton>
        </FormFoot>
      )}
      <ol className={`stack gap-2 ${styles.list}`}>
        {versions.map(({ number, at, account, draftedBy, removed }, index) => (
          <li key={number} className="stack gap-half breaks">
            <p className="row wraps gap-1">
              <Moment at={at} />
              {index === 0 && (
                <span className={`fine quiet ${styles.mark}`}>{removed ? 'Taken off' : opensLater ? 'Opens later' : 'Public'}</span>
              )}
            </p>
            <p className="quiet">
              Written by {draftedBy.map(nameOf).join(' and ')}, published by {nameOf(account)}
            </p>
            {index > 0 && mayChange && (
              <AskFirst
                label={`Back to version ${number}`}
                button="Back to this…"
                confirm="Put it into the draft"
                onConfirm={() => back.mutate({ campaign: id, version: number })}
                change={back}
                failure="Not done"
                isSmall
              >
                <p>The draft becomes what was public then. Nothing is public until it is published.</p>
              </AskFirst>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
