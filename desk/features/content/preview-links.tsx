import { listPreviews, makePreview, revokePreview } from '../../../contract/calls/desk/preview-calls.ts';
import { May } from '../../account/may.tsx';
import { useCall, useChange } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { TextField } from '../../parts/field.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { useColleagues } from '../work/use-colleagues.ts';
import styles from './content.module.css';

/** Links by which people without an account see a draft. @param of `words <id>` or `campaign <id>` */
export function PreviewLinks({ of }: { of: string }) {
  const { nameOf } = useColleagues();
  const { data } = useCall(listPreviews, { of });
  const make = useChange(makePreview, { changes: [listPreviews] });
  const revoke = useChange(revokePreview, { changes: [listPreviews], onDone: () => make.reset() });
  return (
    <section className={`stack gap-2 ${styles.decide}`} aria-labelledby="previews">
      <h2 id="previews">Show it to somebody</h2>
      <FaultAlert fault={make.error ?? revoke.error} title="Not done" />
      {make.data && (
        <TextField
          label="Link, shown once"
          hint="Whoever has it sees the draft as it is then, without an account."
          value={make.data.url}
          readOnly
          onFocus={(event) => event.target.select()}
        />
      )}
      <May call={makePreview} otherwise={data?.previews.length === 0 && <p className="quiet">No link leads to it now.</p>}>
        <SmallButton variant="outline" busy={make.isPending} onClick={() => make.mutate({ of })}>
          Make a link
        </SmallButton>
      </May>
      <ul className={`stack gap-1 ${styles.list}`}>
        {data?.previews.map(({ id, madeBy, expiresAt }) => (
          <li key={id} className="row wraps gap-1">
            <span className="quiet">
              A link of {nameOf(madeBy)}, until <Moment at={expiresAt} />
            </span>
            <May call={revokePreview}>
              <SmallButton variant="outline" onClick={() => revoke.mutate({ id })}>
                End it
              </SmallButton>
            </May>
          </li>
        ))}
      </ul>
    </section>
  );
}
