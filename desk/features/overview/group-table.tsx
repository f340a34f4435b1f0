import { useState, type ReactNode } from 'react';
import { mayUse } from '../../../contract/desk/roles.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { filterAddress } from '../../router/address-filter.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { writeDraft } from '../../parts/drafts.ts';
import { ChangeMark } from './change-mark.tsx';
import { groupOrders, orderGroups, type Group, type GroupOrder } from './group-order.ts';
import { overviewAddress, type OverviewAsked, type OverviewData } from './overview-asked.ts';
import { countWords, shareWords } from './overview-words.ts';
import table from '../../parts/table.module.css';
import styles from './group-table.module.css';

/** Number of rows that are shown until the user asks for all. */
const FIRST = 12;

/** A row for each group, as a funnel: seen, opened, sent, and what became of it. Sorted by any column. */
export function GroupTable({ data, asked }: { data: OverviewData; asked: OverviewAsked }) {
  const { groups, rest } = data;
  const [order, setOrder] = useState<GroupOrder>({ by: 'received', ascending: false });
  const [isWhole, setWhole] = useState(false);
  const { roles } = useSignedIn();
  if (groups.length === 0) return <p className={`quiet ${table.none}`}>Nobody came in this period.</p>;
  const sorted = orderGroups(groups, order);
  const shown = isWhole || sorted.length <= FIRST + 1 ? sorted : sorted.slice(0, FIRST);
  const orders = groupOrders.filter(({ by }) => (by !== 'seen' && by !== 'opened') || groups.some((group) => group[by] !== null));
  const linked = mayUse(roles, 'leads.read') ? data : undefined;
  const all: readonly Group[] = [...shown, ...(rest === null ? [] : [rest])];
  const columns = orders.map(({ by, words }): Column<Group> => ({
    head: words,
    ...(by !== 'label' && { look: 'number' as const }),
    render: (group) => cellOf(by, group, { asked, linked, isRest: group === rest }),
    sort: {
      order: order.by !== by ? undefined : order.ascending ? 'ascending' : 'descending',
      onPress: () => setOrder({ by, ascending: order.by === by ? !order.ascending : by === 'label' }),
    },
  }));
  const [name, ...numbers] = columns;
  const bars: Column<Group> = { head: 'Over the period', className: styles.trend, render: ({ trend }) => <SmallBars counts={trend} /> };
  return (
    <>
      <div className={styles.order}>
        <SelectField
          label="Order"
          value={order.by}
          items={orders.map(({ by, words }) => [by, words])}
          onChange={({ target: { value } }) => setOrder({ by: value as GroupOrder['by'], ascending: value === 'label' })}
        />
      </div>
      <div className={styles.groups}>
        <DataTable
          label="Where leads came from"
          rows={all}
          keyOf={(group) => (group === rest ? 'the rest' : `= ${group.value}`)}
          columns={[...(name === undefined ? [] : [name]), bars, ...numbers]}
        />
      </div>
      {shown.length < sorted.length && (
        <p className="mt-2">
          <SmallButton variant="outline" onClick={() => setWhole(true)}>
            Show all {countWords(sorted.length)}
          </SmallButton>
        </p>
      )}
    </>
  );
}

/** Filters of the list of leads, in addition to the group and the period. */
type Narrower = { confirmed?: 'yes'; reached?: 'answered' | 'met' | 'won' };

type CellContext = { asked: OverviewAsked; linked: OverviewData | undefined; isRest: boolean };

function cellOf(by: GroupOrder['by'], group: Group, { asked, linked, isRest }: CellContext): ReactNode {
  const { label, value, now, before, seen, opened } = group;
  const toLeads = (count: number, more: Narrower) =>
    linked === undefined || isRest || value === '' || count === 0 ? (
      countWords(count)
    ) : (
      <LeadsLink data={linked} value={value} more={more} count={count} />
    );
  if (by === 'label') return isRest ? label : <a href={overviewAddress({ ...asked, only: value })}>{label}</a>;
  if (by === 'seen') return seen === null ? '–' : countWords(seen);
  if (by === 'opened')
    return opened === null ? '–' : <Part count={countWords(opened)} share={seen === null ? undefined : shareWords(opened, seen)} />;
  if (by === 'received')
    return (
      <>
        {toLeads(now.received, {})} <ChangeMark before={before.received} now={now.received} />
      </>
    );
  const count = toLeads(now[by], by === 'verified' ? { confirmed: 'yes' } : { reached: by });
  return <Part count={count} share={shareWords(now[by], now.received)} />;
}

function Part({ count, share }: { count: ReactNode; share: string | undefined }) {
  return (
    <>
      {count} <span className={`fine faint ${styles.share}`}>{share}</span>
    </>
  );
}

type LinkProps = { data: OverviewData; value: string; more: Narrower; count: number };

/** A number that links to the list of the leads that it counts. */
function LeadsLink({ data: { by, now }, value, more, count }: LinkProps) {
  return (
    <a href={filterAddress('/leads', { [by]: value, from: now.from, to: now.to, ...more })} onClick={() => writeDraft('leads search', '')}>
      {countWords(count)}
    </a>
  );
}

/** Bars scaled to the highest one of the row: they show when leads came; the numbers beside them show how many. */
function SmallBars({ counts }: { counts: readonly number[] }) {
  const highest = Math.max(1, ...counts);
  return (
    <svg className={styles.bars} viewBox={`0 0 ${Math.max(1, counts.length)} 1`} preserveAspectRatio="none" aria-hidden="true">
      {counts.map((count, index) => (
        <rect key={index} x={index + 0.1} width={0.8} y={1 - count / highest} height={count / highest} />
      ))}
    </svg>
  );
}
