import { useDeferredValue, useState } from 'react';
import { leadWork, linkLeadsCall, relatedLeads, unlinkLeadsCall } from '../../../contract/calls/desk/lead-calls.ts';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import type { RelatedLead } from '../../../contract/desk/related-facts.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { useCall, useChange } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { FormFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { SearchField } from '../../parts/search-field.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { LeadMarks } from '../work/lead-marks.tsx';
import { leadSection } from '../work/sections.ts';
import { CorrectLead } from './correct-lead.tsx';
import styles from './related-leads.module.css';

type RelatedProps = { page: Pick<DeskLeadPage, 'id' | 'email' | 'name'> };
type PageProps = { page: DeskLeadPage };

const changed = [leadWork.read, relatedLeads];

/** Other requests of the lead's person under other addresses, and of its company. */
export function RelatedLeads({ page }: PageProps) {
  const [isLinking, setLinking] = useState(false);
  const { roles } = useSignedIn();
  const isWorker = mayUse(roles, 'leads.work');
  const { data } = useCall(relatedLeads, { id: page.id });
  const company = data?.company ?? null;
  const unlink = useChange(unlinkLeadsCall, { changes: changed, onDone: () => notify('They are no longer kept as one person.') });
  const open = () => setLinking(true);
  useCommands(
    isWorker ? [{ id: 'link', title: 'Same person as…', group: leadSection.thisOne, also: 'link merge duplicate address', run: open }] : [],
  );
  return (
    <>
      <section className={styles.related} aria-label="Same person">
        <h2>{data !== undefined && data.person.length > 0 ? 'Same person, other addresses' : 'Name and addresses'}</h2>
        <ul className="stack gap-1">
          {data?.person.map((lead) => (
            <li key={lead.id}>
              <RelatedLine lead={lead} />
              {isWorker && (
                <SmallButton variant="quiet" busy={unlink.isPending} onClick={() => unlink.mutate({ id: page.id, other: lead.id })}>
                  Not the same person
                </SmallButton>
              )}
            </li>
          ))}
        </ul>
        <FaultAlert fault={unlink.error} title="Not changed" />
        {isWorker && (
          <FormFoot>
            <CorrectLead page={page} />
            <SmallButton variant="outline" onClick={open}>
              Same person as…
            </SmallButton>
          </FormFoot>
        )}
      </section>
      {company !== null && company.leads.length > 0 && (
        <section className={styles.related} aria-labelledby="company">
          <h2 id="company">Others at {company.domain}</h2>
          <ul className="stack gap-1">
            {company.leads.map((lead) => (
              <li key={lead.id}>
                <RelatedLine lead={lead} />
              </li>
            ))}
          </ul>
          {company.more && <p className="faint">And more: search the leads for {company.domain}.</p>}
        </section>
      )}
      <Dialog open={isLinking} onClose={() => setLinking(false)} title="Same person as…" closesOutside={false} fullScreenBelow="small">
        <LinkForm page={page} onClose={() => setLinking(false)} />
      </Dialog>
    </>
  );
}

function RelatedLine({ lead }: { lead: RelatedLead }) {
  return (
    <>
      <a href={`${leadSection.path}/${lead.id}`}>{lead.name || lead.email}</a>, {lead.request}, <Moment at={lead.createdAt} />{' '}
      <LeadMarks lead={{ ...lead, sample: false }} />
      <span className={`faint breaks ${styles.address}`}>{lead.email}</span>
    </>
  );
}

const linkWords = {
  linked: 'They are kept as one person: what comes from either address goes to whose the other is.',
  'linked already': 'They are kept as one person already.',
  'same address': 'This is the same address: its requests are kept together anyway.',
} as const;

/** How many leads the search shows. */
const FOUND = 8;

function LinkForm({ page, onClose }: RelatedProps & { onClose: () => void }) {
  const [typed, setTyped] = useState(page.name);
  const search = useDeferredValue(typed.trim());
  const query = useCall(leadWork.list, { search, limit: FOUND });
  const link = useChange(linkLeadsCall, {
    changes: changed,
    onDone: ({ outcome }) => {
      notify(linkWords[outcome]);
      onClose();
    },
  });
  return (
    <div className="stack gap-2">
      <p>Which of these leads is also from {page.name || page.email}? Nobody is mailed.</p>
      <SearchField label="Search the leads" data-autofocus="" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <Loaded query={query} failure="The leads cannot be searched" rows={3}>
        {({ leads }) => {
          const others = leads.filter(({ id, email }) => id !== page.id && email !== page.email);
          return others.length === 0 ? (
            <p className="quiet">No other lead has these words.</p>
          ) : (
            <ul className="stack gap-1">
              {others.map((lead) => (
                <li key={lead.id} className={styles.choice}>
                  <span className="min-w-0">
                    <RelatedLine lead={lead} />
                  </span>
                  <SmallButton variant="outline" busy={link.isPending} onClick={() => link.mutate({ id: page.id, other: lead.id })}>
                    Same person
                  </SmallButton>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      <FaultAlert fault={link.error} title="Not linked" />
    </div>
  );
}
