import { DeskIcon } from '../../parts/desk-icon.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import type { ListPosition } from './list-walk.ts';

type StepsProps = ListPosition & {
  /** `lead`, in the names of the buttons. */
  noun: string;
  className?: string | undefined;
  countClass?: string | undefined;
};

/** The position of a page in the list that it was opened from, with buttons to the previous and next one. */
export function ListSteps({ rank, go, noun, className = 'row middle gap-half', countClass = '' }: StepsProps) {
  if (rank === undefined) return null;
  const { at, count, isWhole } = rank;
  return (
    <span className={className}>
      <SmallButton variant="outline" aria-disabled={at === 1} aria-label={`Previous ${noun}`} onClick={() => go(-1)}>
        <DeskIcon name="previous" />
      </SmallButton>
      <SmallButton variant="outline" aria-disabled={at === count && isWhole} aria-label={`Next ${noun}`} onClick={() => go(1)}>
        <DeskIcon name="next" />
      </SmallButton>
      <span className={`faint ${countClass}`}>
        {at} of {count}
        {!isWhole && '+'}
      </span>
    </span>
  );
}
