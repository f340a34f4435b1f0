import { useState } from 'react';
import { LONGEST, overviewLengths } from '../../../contract/calls/desk/overview-calls.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { ToggleRow } from '../../parts/toggle-row.tsx';
import { DEFAULT_DAYS, type OverviewAsked } from './overview-asked.ts';
import styles from './overview.module.css';

type ChoiceProps = {
  asked: OverviewAsked;
  shown: { from: string; to: string } | undefined;
  onChange: (asked: OverviewAsked) => void;
};

/** A choice of the last days, or of a first and a last day. */
export function PeriodChoice({ asked, shown, onChange }: ChoiceProps) {
  const isOwn = asked.from !== undefined;
  const [isOpen, setOpen] = useState(isOwn);
  const { days: _, from: __, to: ___, ...kept } = asked;
  const last = (days: number) => onChange({ days, ...kept });
  return (
    <div className="stack gap-2 mb-3">
      <ToggleRow
        label="Period"
        items={[...overviewLengths.map((days) => [String(days), `${days} days`] as const), ['own', 'From – to'] as const]}
        pressed={isOwn ? 'own' : String(asked.days ?? DEFAULT_DAYS)}
        isOpen={isOpen}
        onPress={(value) => {
          setOpen(value === 'own' && !isOpen);
          if (value !== 'own') last(Number(value));
        }}
      />
      {isOpen && shown !== undefined && (
        <OwnPeriod key={`${shown.from} ${shown.to}`} shown={shown} onChange={(own) => onChange({ ...own, ...kept })} />
      )}
    </div>
  );
}

type OwnProps = { shown: { from: string; to: string }; onChange: (own: { from: string; to: string }) => void };

function OwnPeriod({ shown, onChange }: OwnProps) {
  const [from, setFrom] = useState(shown.from);
  const [to, setTo] = useState(shown.to);
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const fault = Number.isNaN(days)
    ? 'Choose both days.'
    : days < 1
      ? 'The first day is after the last.'
      : days > LONGEST
        ? 'Choose two years or less.'
        : undefined;
  return (
    <form
      className={`row wraps ${styles.own}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (fault === undefined) onChange({ from, to });
      }}
    >
      <label>
        From
        <input type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
      </label>
      <label>
        To
        <input type="date" value={to} onChange={(event) => setTo(event.target.value)} />
      </label>
      <SmallButton type="submit" variant="outline" aria-describedby="own-period-fault">
        Show
      </SmallButton>
      <p id="own-period-fault" className={styles.fault} aria-live="polite">
        {fault}
      </p>
    </form>
  );
}
