import { useState } from 'react';
import { changeCampaign, readCampaign } from '../../../contract/calls/desk/campaign-calls.ts';
import { May } from '../../account/may.tsx';
import { useCall } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { meetingTime } from '../../parts/moment-words.ts';
import { ToggleRow } from '../../parts/toggle-row.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { navigate } from '../../router/navigation.ts';
import { PageFrame } from '../content/page-frame.tsx';
import { PreviewLinks } from '../content/preview-links.tsx';
import page from '../work/work-page.module.css';
import { opensAfterNow, type Campaign } from './campaign-words.ts';
import { PageFacts } from './page-facts.tsx';
import { CampaignHistory, PublishCampaign } from './publish-campaign.tsx';
import { SectionList } from './section-list.tsx';
import styles from './campaigns.module.css';

/** Milliseconds between two fetches of the draft, into which colleagues may be writing as well. */
const EVERY = 5000;

/** The editor of a campaign page: a preview, and beside it its sections, times and published versions. @param id of the campaign */
export function CampaignEditor({ id }: { id: string }) {
  const query = useCall(readCampaign, { campaign: id }, { every: EVERY });
  useCommands([
    { id: 'back to campaigns', title: 'Back to the campaigns', group: 'Campaigns', keys: 'Escape', run: () => navigate('/campaigns') },
  ]);
  return (
    <>
      <p className={`mb-1 ${page.back}`}>
        <a href="/campaigns">Back to the list</a>
      </p>
      <Loaded query={query} title="Campaign" failure="This campaign cannot be shown" rows={5}>
        {(campaign) => <Editor campaign={campaign} />}
      </Loaded>
    </>
  );
}

const widths = [
  ['390', 'Phone'],
  ['1440', 'Desk'],
] as const;

const views = [
  ['open', 'Page'],
  ['sent', 'Thank you'],
  ['closed', 'Once closed'],
] as const;

function Editor({ campaign }: { campaign: Campaign }) {
  const [width, setWidth] = useState<(typeof widths)[number][0]>('1440');
  const [view, setView] = useState<(typeof views)[number][0]>('open');
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState<{ path: string; text: string }>();
  const { id, name, draft, versions, page: shown } = campaign;
  const state = draft === null ? `published ${versions[0]?.number}` : String(draft.revision);
  return (
    <>
      <ViewHead
        title={name}
        about={
          <>
            {shown.path}. {draft !== null && 'Nothing of the draft is public until it is published.'}
            {draft === null && (opensAfterNow(shown) ? <OpensAt at={shown.opensAt} /> : 'This is what is public.')}
          </>
        }
      />
      <div className={styles.editor}>
        <div className="stack gap-1 min-w-0 content-start">
          <div className="row wraps gap-2">
            <ToggleRow label="What is shown" items={views} pressed={view} onPress={setView} />
            <ToggleRow label="Width" items={widths} pressed={width} onPress={setWidth} />
          </div>
          <PageFrame
            address={`/api/campaigns/${id}/page?view=${view}&revision=${encodeURIComponent(state)}`}
            page={view}
            width={Number(width)}
            onChoose={(paths) => draft !== null && setChosen(paths[0]?.split('.')[0])}
            chosen={chosen === undefined ? [] : Object.keys(textsIn(campaign, chosen)).map((text) => `${chosen}.${text}`)}
            typed={typed}
          />
        </div>
        <div className="stack gap-3 min-w-0 content-start">
          {draft !== null && (
            <>
              <May call={changeCampaign}>
                <SectionList campaign={campaign} chosen={chosen} onChoose={setChosen} onType={(path, text) => setTyped({ path, text })} />
                <PageFacts campaign={campaign} />
                <PublishCampaign campaign={campaign} />
              </May>
              <PreviewLinks of={`campaign ${id}`} />
            </>
          )}
          <CampaignHistory campaign={campaign} />
        </div>
      </div>
    </>
  );
}

function OpensAt({ at }: { at: number | null }) {
  return at === null ? null : <>It is published, and opens {meetingTime(at)}.</>;
}

function textsIn({ page: { sections } }: Campaign, key: string): Readonly<Record<string, string>> {
  return sections.find((section) => section.key === key)?.texts ?? {};
}
