import { useState } from 'react';
import { compareFigures, listFiguresCall, readFigures, revertFigures } from '../../../contract/calls/desk/figure-calls.ts';
import { present } from '../../../contract/checked.ts';
import type { RecordVersion } from '../../../contract/desk/figure-facts.ts';
import { Alert } from '../../../ui/alert.tsx';
import { navigate, useSearch } from '../../router/navigation.ts';
import { May } from '../../account/may.tsx';
import { useCall, useChange } from '../../data/queries.ts';
import { DeskForm, FormFoot } from '../../parts/desk-form.tsx';
import { useDraft, writeDraft } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { TextField } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { notify } from '../../parts/notice.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { DifferenceList } from './difference-list.tsx';
import { draftAddress, versionAddress, type PortfolioPage } from './figure-words.ts';
import styles from './figures.module.css';

/** An old version beside another one, and the button to publish the old one again. */
export function OldVersion({ page, old }: { page: PortfolioPage; old: RecordVersion }) {
  const { id, name, versions } = page;
  const latest = present(page.current).version;
  // The public version when the page was opened: the server refuses if another was published since.
  const [seen, setSeen] = useState(latest);
  const asked = Number(new URLSearchParams(useSearch()).get('beside'));
  const beside = versions.find(({ version }) => version === asked)?.version ?? latest;
  const query = useCall(compareFigures, { id, from: beside, to: old.version });
  const others = versions.flatMap(({ version }) => (version === old.version ? [] : version));
  return (
    <>
      <ViewHead title={`${name}, version ${old.version}`} about="What would change if it came back. Nothing changes yet." />
      <div className={styles.beside}>
        <SelectField
          label="Compare with"
          items={others.map((version) => [String(version), `Version ${version}${version === latest ? ', the latest' : ''}`])}
          value={String(beside)}
          onChange={(event) => navigate(`${versionAddress(id, old.version)}&beside=${event.target.value}`, { replace: true })}
        />
      </div>
      <Loaded query={query} failure="The versions cannot be compared" rows={5}>
        {({ differences }) => (
          <>
            <DifferenceList differences={differences} />
            {latest !== seen && (
              <Alert look="info" icon="info" title={`Version ${latest} was published meanwhile`}>
                <p>What would change is compared with it now.</p>
                <SmallButton variant="outline" onClick={() => setSeen(latest)}>
                  I have looked at it
                </SmallButton>
              </Alert>
            )}
            {beside === latest && (
              <May call={revertFigures}>
                <Revert page={page} old={old} seen={seen} needsReason={differences.needsReason || page.fourEyes} />
              </May>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

type RevertProps = { page: PortfolioPage; old: RecordVersion; seen: number; needsReason: boolean };

function Revert({ page: { id, fourEyes }, old, seen, needsReason }: RevertProps) {
  const key = `reason to go back ${id} ${old.version}`;
  const [reason, setReason] = useDraft(key);
  const revert = useChange(revertFigures, {
    changes: [readFigures, listFiguresCall],
    onDone: ({ version, draft }) => {
      writeDraft(key, '');
      if (draft !== null) {
        notify('A draft of it is made: somebody else looks at it and publishes it.');
        return navigate(draftAddress(id, draft), { replace: true });
      }
      notify(`Version ${version}, equal to version ${old.version}, is public. Visitors see it within two seconds.`);
      navigate(`/figures/${encodeURIComponent(id)}`, { replace: true });
    },
  });
  const send = () => revert.mutate({ id, version: old.version, seen, ...(reason.trim() !== '' && { reason }) });
  const fault = revert.error?.fields['reason'];
  return (
    <section className={styles.decide} aria-labelledby="revert">
      <h2 id="revert">Go back to it</h2>
      <p>
        {fourEyes
          ? `A draft equal to version ${old.version} is made. Somebody else looks at it and publishes it.`
          : `A new version, equal to version ${old.version}, becomes public: visitors see it within two seconds.`}{' '}
        What was shown meanwhile stays in the history.
      </p>
      <DeskForm onSend={send}>
        <FaultAlert fault={fault === undefined ? revert.error : null} title="Not published" />
        {needsReason && (
          <TextField
            label="Why it changes figures that were public"
            hint="It stays with the version, and whoever else publishes is told by mail."
            maxLength={500}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            fault={fault}
          />
        )}
        <FormFoot>
          <SmallButton type="submit" busy={revert.isPending}>
            {fourEyes ? `Make a draft of version ${old.version}` : `Publish version ${old.version} again`}
          </SmallButton>
        </FormFoot>
      </DeskForm>
    </section>
  );
}
