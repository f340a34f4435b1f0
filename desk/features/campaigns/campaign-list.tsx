import { useState } from 'react';
import { beginCampaignCall, listCampaigns } from '../../../contract/calls/desk/campaign-calls.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { templateNames } from '../../../contract/campaign-page.ts';
import { campaignTemplates } from '../../../contract/campaigns.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { May } from '../../account/may.tsx';
import { useCall, useChange } from '../../data/queries.ts';
import { DeskForm, FormFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { TextField } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { navigate } from '../../router/navigation.ts';
import { useColleagues } from '../work/use-colleagues.ts';
import { stateWords, type CampaignRow } from './campaign-words.ts';
import styles from './campaigns.module.css';

/** The campaign pages: those that are public or were, and those that are being written. */
export function CampaignList() {
  const query = useCall(listCampaigns, {});
  return (
    <Loaded query={query} title="Campaigns" failure="The campaign pages cannot be shown" rows={5}>
      {({ campaigns }) => (
        <>
          <ViewHead
            title="Campaigns"
            about="Pages of your own, with a form whose leads are told apart. What is published is public within two seconds."
          />
          <May call={beginCampaignCall}>
            <Begin campaigns={campaigns} />
          </May>
          <ul className={`stack gap-2 mt-3 ${styles.list}`}>
            {campaigns.map((campaign) => (
              <Row key={campaign.id} campaign={campaign} />
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}

function Row({ campaign: { id, caller, name, path, state, opensAt, closesAt, published, draft } }: { campaign: CampaignRow }) {
  const { nameOf } = useColleagues();
  const { roles } = useSignedIn();
  return (
    <li className="stack gap-half breaks">
      <p className="row wraps gap-1">
        <a className="strong" href={`/campaigns/${id}`}>
          {name}
        </a>
        <span className={`fine quiet ${styles.mark}`}>{stateWords[state]}</span>
        {draft !== null && published !== null && <span className={`fine quiet ${styles.mark}`}>Change under way</span>}
      </p>
      <p className="quiet">
        {path}
        {state === 'before' && opensAt !== null && (
          <>
            , opens <Moment at={opensAt} />
          </>
        )}
        {closesAt !== null && state !== 'removed' && (
          <>
            , {state === 'after' ? 'closed' : 'closes'} <Moment at={closesAt} />
          </>
        )}
        {draft !== null && draft.publishAt !== null && (
          <>
            , goes public <Moment at={draft.publishAt} />
          </>
        )}
      </p>
      {published === null ? (
        <p className="quiet">Written by {draft?.draftedBy.map(nameOf).join(' and ')}</p>
      ) : (
        <p className="row wraps gap-2">
          <span className="quiet">
            Published by {nameOf(published.account)}, <Moment at={published.at} />
          </span>
          {mayUse(roles, 'leads.read') && <a href={`/leads?caller=${caller}`}>Its leads</a>}
        </p>
      )}
    </li>
  );
}

function Begin({ campaigns }: { campaigns: readonly CampaignRow[] }) {
  const [name, setName] = useState('');
  const [from, setFrom] = useState<string>(templateNames[0]);
  const begin = useChange(beginCampaignCall, { changes: [listCampaigns], onDone: ({ campaign }) => navigate(`/campaigns/${campaign}`) });
  const template = templateNames.find((one) => one === from);
  const items = [
    ...templateNames.map((one) => [one, campaignTemplates[one].name] as const),
    ...campaigns.map(({ id, name: called }) => [`copy ${id}`, `Copy of ${called}`] as const),
  ];
  const fault = begin.error?.fields['name'];
  return (
    <DeskForm
      onSend={() => begin.mutate({ name, from: template === undefined ? { copy: from.slice('copy '.length) } : { template } })}
      className={`stack gap-2 ${styles.begin}`}
    >
      <FaultAlert fault={fault === undefined ? begin.error : null} title="Not begun" />
      <TextField
        label="Begin a campaign"
        hint="Its leads carry this name for good, as Autumn webinar 2026."
        value={name}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        fault={fault}
      />
      <SelectField label="Begin with" items={items} value={from} onChange={(event) => setFrom(event.target.value)} />
      <FormFoot>
        <SmallButton type="submit" busy={begin.isPending}>
          Make the page
        </SmallButton>
      </FormFoot>
    </DeskForm>
  );
}
