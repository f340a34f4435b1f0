import { useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { DeskForm, FieldList, FormFoot } from '../../parts/desk-form.tsx';
import { useDraft } from '../../parts/drafts.ts';
import { TextField } from '../../parts/field.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { comeBackDays } from './come-back-days.ts';

type FormProps = { id: string; comeBack: string | null; why: string | null; onSet: (day: string | null, why: string) => void };

/** Asks for the day and, in a line, why. What was typed stays when the dialog is closed. */
export function ComeBackForm({ id, comeBack, why, onSet }: FormProps) {
  const [draft, setDraft] = useDraft(`come back ${id}`);
  const words = draft === '' ? (why ?? '') : draft;
  const [day, setDay] = useState(comeBack ?? '');
  const [tried, setTried] = useState(false);
  const [offers] = useState(() => comeBackDays(new Date()));
  const set = (chosen: string | null) => {
    setDraft('');
    onSet(chosen, chosen === null ? '' : words.trim());
  };
  const send = () => {
    setTried(true);
    if (day !== '') set(day);
  };
  return (
    <DeskForm onSend={send}>
      <FieldList>
        <TextField
          label="Why, if you like"
          autoComplete="off"
          maxLength={limits.line}
          value={words}
          onChange={(event) => setDraft(event.target.value)}
        />
        <div className="row wraps gap-1">
          {offers.map(([label, offered]) => (
            <SmallButton key={label} variant="outline" onClick={() => set(offered)}>
              {label}
            </SmallButton>
          ))}
        </div>
        <TextField
          label="Or on a day"
          type="date"
          value={day}
          onChange={(event) => setDay(event.target.value)}
          fault={tried && day === '' ? 'Choose a day' : undefined}
        />
      </FieldList>
      <FormFoot>
        <Button type="submit">Set the day</Button>
        {comeBack !== null && (
          <Button variant="outline" onClick={() => set(null)}>
            Done: no day any more
          </Button>
        )}
      </FormFoot>
    </DeskForm>
  );
}
