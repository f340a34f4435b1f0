import { useState } from 'react';
import { lostReasonOf, lostReasons, OTHER_REASON, REASON_WORDS } from '../../../contract/desk/lost-reasons.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ChoiceList } from '../../parts/choice-list.tsx';
import { DeskForm, FieldList, SendFoot } from '../../parts/desk-form.tsx';
import { useDraft } from '../../parts/drafts.ts';
import { TextField } from '../../parts/field.tsx';

/** `draft`: key under which the typed text is kept when the dialog is closed. */
type LoseProps = { draft: string; open: boolean; onClose: () => void; onLost: (reason: string) => void };

/** Asks why a lead is lost: one of a few reasons, so that they can be counted, with an optional text. */
export function LoseLead({ open, ...rest }: LoseProps) {
  return (
    <Dialog open={open} onClose={rest.onClose} title="Why was it lost?" size="narrow" closesOutside={false}>
      <Reasons {...rest} />
    </Dialog>
  );
}

const items = [...lostReasons.map((value) => ({ value, label: value })), { value: OTHER_REASON, label: 'Other…' }];

function Reasons({ draft, onClose, onLost }: Omit<LoseProps, 'open'>) {
  const [chosen, setChosen] = useState('');
  const [words, setWords] = useDraft(`lost ${draft}`);
  const [tried, setTried] = useState(false);
  const isOther = chosen === OTHER_REASON;
  const reason = lostReasonOf(chosen, words);
  const send = () => {
    setTried(true);
    if (reason === '') return;
    setWords('');
    onLost(reason);
  };
  return (
    <DeskForm onSend={send}>
      <FieldList>
        <ChoiceList
          legend="Reason"
          single
          items={items}
          chosen={[chosen]}
          onChange={([one = '']) => setChosen(one)}
          fault={tried && chosen === '' ? 'Choose a reason' : undefined}
        />
        <TextField
          label={isOther ? 'In your words' : 'In your words, if you like'}
          autoComplete="off"
          maxLength={REASON_WORDS}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          fault={tried && isOther && reason === '' ? 'Say why it was lost' : undefined}
        />
      </FieldList>
      <SendFoot onCancel={onClose}>Mark as lost</SendFoot>
    </DeskForm>
  );
}
