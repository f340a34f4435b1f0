import { listPositions, savePosition } from '../../../contract/calls/desk/position-calls.ts';
import type { CallInput, CallOutput } from '../../../contract/calls/desk/call.ts';
import { countries } from '../../../contract/countries.ts';
import { categories } from '../../../contract/posting.ts';
import { Button } from '../../../ui/button.tsx';
import { navigate } from '../../router/navigation.ts';
import { useMay } from '../../account/may.tsx';
import { useCall, useChange } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { DeskForm, FieldList, FormFoot } from '../../parts/desk-form.tsx';
import { readTyped, useDraft, writeDraft } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { fieldBinder, useFaults } from '../../parts/faults-of.ts';
import { TextField } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { notify } from '../../parts/notice.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { emptyPosition, inputFrom, typedFrom, typedPosition, type TypedPosition } from './typed-position.ts';
import page from '../work/work-page.module.css';
import styles from './position-list.module.css';

type Position = CallOutput<typeof listPositions>['positions'][number];

/** @param id the slug; `new` for a new position */
export function EditPosition({ id }: { id: string }) {
  const query = useCall(listPositions, {});
  useCommands([
    { id: 'back to positions', title: 'Back to the positions', group: 'Positions', keys: 'Escape', run: () => navigate('/positions') },
  ]);
  return (
    <Loaded query={query} title="Position" failure="This position cannot be shown" rows={5}>
      {({ positions }) => {
        const position = positions.find(({ posting }) => posting.slug === id);
        if (position === undefined && id !== 'new') return <ViewHead title="Position" about="There is no such position." />;
        return <PositionForm key={id} id={id} position={position} />;
      }}
    </Loaded>
  );
}

const types = [
  ['FULL_TIME', 'Full time'],
  ['PART_TIME', 'Part time'],
  ['INTERN', 'Internship'],
] as const;
const departments = categories.flatMap(({ id, label }) =>
  id === 0 ? [] : [[String(id), label.charAt(0) + label.slice(1).toLowerCase()] as const],
);
const places = [
  ['', 'At the place'],
  ['true', 'Remotely, from anywhere in the country'],
] as const;
const countryItems = [['', 'Not said'] as const, ...countries.map(([name, iso2]) => [iso2, name] as const)];
const periods = [
  ['', 'Not said'],
  ['YEAR', 'Year'],
  ['MONTH', 'Month'],
] as const;
const lists = [
  ['textResponsibility', 'What they will do'],
  ['textSkills', 'What they bring'],
  ['textPersonal', 'How they work'],
  ['textSoftware', 'What they will work with'],
  ['textNiceToHave', 'Nice to have'],
] as const;

/** Unsaved input is kept as a draft of the tab, with the version that it started from. */
function PositionForm({ id, position }: { id: string; position: Position | undefined }) {
  const key = `position ${id}`;
  const [draft, setDraft] = useDraft(key);
  const typed = readTyped(typedPosition, draft) ?? (position === undefined ? emptyPosition() : typedFrom(position));
  const set = (change: Partial<TypedPosition>) => setDraft(JSON.stringify({ ...typed, ...change }));
  const save = useChange(savePosition, {
    changes: [listPositions],
    onDone: () => {
      writeDraft(key, '');
      notify(savedWords(typed, position?.state));
      navigate('/positions');
    },
  });
  const input = inputFrom(typed) as CallInput<typeof savePosition>;
  const { faults, fault, check } = useFaults(savePosition.input, input, save);
  const isStale = draft !== '' && position !== undefined && typed.version !== position.version;
  const mayEdit = useMay(savePosition);
  const field = fieldBinder(typed, set, faults);
  return (
    <>
      <p className={`mb-1 ${page.back}`}>
        <a href="/positions">Back to the list</a>
      </p>
      <ViewHead title={position === undefined ? 'Open a position' : position.posting.title2} />
      <DeskForm onSend={(form) => check(form) && save.mutate(input)} className={styles.form}>
        <FaultAlert fault={fault} title="Not saved" />
        {isStale && <Stale onTheirs={() => setDraft('')} onMine={() => set({ version: position.version })} />}
        <fieldset disabled={!mayEdit}>
          <FieldList>
            <TextField {...field('title2')} label="Title" autoComplete="off" />
            {position === undefined && (
              <TextField
                {...field('slug')}
                label="Name in addresses"
                autoComplete="off"
                hint="a to z, 0 to 9 and -; it stays as it is for good"
              />
            )}
            <TextField {...field('title1')} label="Place and department" autoComplete="off" hint="Written as Milan | Data Science" />
            <SelectField
              label="Tab of the careers page"
              items={departments}
              value={typed.id}
              onChange={(event) => set({ id: event.target.value })}
            />
            <SelectField
              label="Contract"
              items={types}
              value={typed.employmentType}
              onChange={(event) => set({ employmentType: event.target.value })}
            />
            <div className={`stack gap-3 ${styles.days}`}>
              <SelectField {...field('remote')} label="Worked" items={places} />
              <SelectField {...field('country')} label="Country" items={countryItems} />
            </div>
            <div className={`stack gap-3 ${styles.days}`}>
              <TextField {...field('payFrom')} label="Gross pay from" inputMode="numeric" autoComplete="off" placeholder="Not said" />
              <TextField {...field('payTo')} label="Gross pay to" inputMode="numeric" autoComplete="off" />
              <TextField {...field('payCurrency')} label="Currency" autoComplete="off" placeholder="EUR" />
              <SelectField {...field('payPer')} label="Pay for a" items={periods} />
            </div>
            <div className={`stack gap-3 ${styles.days}`}>
              <TextField {...field('datePosted')} label="Posted on" type="date" autoComplete="off" />
              <TextField {...field('validThrough')} label="Last day to apply" type="date" autoComplete="off" />
            </div>
            <TextArea {...field('textIntro')} label="About the position" />
            {lists.map(([name, label]) => (
              <TextArea
                key={name}
                {...field(name)}
                label={`${label}, one point a line${name === 'textResponsibility' ? '' : '; left out if empty'}`}
              />
            ))}
          </FieldList>
        </fieldset>
        <FormFoot>
          {mayEdit && (
            <Button type="submit" busy={save.isPending}>
              {position === undefined ? 'Open it on the site' : 'Save'}
            </Button>
          )}
          <Button variant="quiet" onClick={() => navigate('/positions')}>
            {draft === '' ? 'Back' : 'Back, and go on later'}
          </Button>
          {draft !== '' && (
            <Button variant="quiet" onClick={() => setDraft('')}>
              Drop what I typed
            </Button>
          )}
        </FormFoot>
      </DeskForm>
    </>
  );
}

/** Says what the site shows after saving. */
function savedWords({ title2, validThrough }: TypedPosition, state: Position['state'] | undefined): string {
  if (state === 'closed') return `${title2} is saved. It stays closed.`;
  const isOver = validThrough < new Date().toISOString().slice(0, 10);
  return isOver ? `${title2} is saved. Its last day is past: the site does not show it.` : `${title2} is on the site.`;
}

function Stale({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) {
  return (
    <p className={`mb-3 ${styles.stale}`}>
      Somebody changed this position since you began.{' '}
      <button type="button" onClick={onTheirs}>
        Show theirs, and drop what I typed
      </button>{' '}
      <button type="button" onClick={onMine}>
        Save mine in its place
      </button>
    </p>
  );
}
