import { changeCampaign, readCampaign, type CampaignChange } from '../../../contract/calls/desk/campaign-calls.ts';
import { campaignHead } from '../../../contract/campaigns.ts';
import { useChange } from '../../data/queries.ts';
import { Tick } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import type { Campaign } from './campaign-words.ts';
import { SavedText } from './saved-text.tsx';
import { SavedTime } from './saved-time.tsx';
import styles from './campaigns.module.css';

const before = ['path', 'title', 'description'] as const;
const after = ['afterwards', 'closedTitle', 'closedText'] as const;

/** Fields for the page's address, for what search engines are told of it, and for when it opens and closes. */
export function PageFacts({ campaign }: { campaign: Campaign }) {
  const { id, page, faults } = campaign;
  const change = useChange(changeCampaign, { changes: [readCampaign] });
  const send = (one: CampaignChange) => change.mutate({ campaign: id, change: one });
  const text = (name: (typeof before)[number] | (typeof after)[number]) => (
    <SavedText
      key={name}
      campaign={id}
      field={campaignHead[name]}
      saved={page[name]}
      fault={faults[name]}
      change={(value, seen) => ({ what: 'head', name, value, seen })}
    />
  );
  const hasFault = [...before, ...after, 'closesAt'].some((name) => faults[name] !== undefined);
  return (
    <details className={styles.part}>
      <summary>
        Address, search engines and times
        {hasFault && <span className={styles.warn}> Look at this</span>}
      </summary>
      <div className={`stack gap-2 ${styles.fields}`}>
        <FaultAlert fault={change.error} title="Not changed" />
        {before.map(text)}
        <Tick isOn={page.indexed} onChange={(on) => send({ what: 'indexed', on })}>
          Search engines may list it
        </Tick>
        {(['opensAt', 'closesAt'] as const).map((what) => (
          <SavedTime
            key={what}
            campaign={id}
            what={what}
            label={what === 'opensAt' ? 'Opens' : 'Closes'}
            hint={what === 'opensAt' ? 'Empty: as soon as it is published.' : 'Empty: it stays open.'}
            saved={page[what]}
            fault={faults[what]}
          />
        ))}
        {after.map(text)}
      </div>
    </details>
  );
}
