import { useEffect, useEffectEvent, useState } from 'react';
import { changeCampaign, readCampaign, type CampaignChange } from '../../../contract/calls/desk/campaign-calls.ts';
import type { CampaignText } from '../../../contract/campaigns.ts';
import { useChange } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { TextField } from '../../parts/field.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { TextArea } from '../../parts/text-area.tsx';

type SavedTextProps = {
  campaign: string;
  field: CampaignText;
  saved: string;
  fault: string | undefined;
  /** Makes the change that replaces `seen`, the text that the draft is known to hold, by `value`. */
  change: (value: string, seen: string) => CampaignChange;
  onType?: (text: string) => void;
};

/** Milliseconds without a key after which what is typed is saved into the draft. */
const PAUSE = 600;

/** A text of a campaign page, saved into the draft as one types. */
export function SavedText({ campaign, field, saved, fault, change, onType }: SavedTextProps) {
  const [text, setText] = useState(saved);
  /** The text that the draft is known to hold: read from it, or saved by this field. */
  const [seen, setSeen] = useState(saved);
  // A colleague's text is taken over, unless this field has text that is not saved yet.
  if (saved !== seen && text === seen) {
    setText(saved);
    setSeen(saved);
  }
  const save = useChange(changeCampaign, {
    changes: [readCampaign],
    onDone: (_, { change: sent }) => 'value' in sent && setSeen(sent.value),
  });
  const { mutate, isPending, error } = save;
  useEffect(() => {
    if (text === seen || isPending || error !== null) return undefined;
    const timer = setTimeout(() => mutate({ campaign, change: change(text, seen) }), PAUSE);
    return () => clearTimeout(timer);
  }, [text, seen, isPending, error, campaign, change, mutate]);
  // What is typed is saved, too, where the field is left before the pause is over, or while the text before it is sent.
  const leave = useEffectEvent(() => {
    const sent = isPending && 'value' in save.variables.change ? save.variables.change.value : seen;
    if (text !== sent && error === null) mutate({ campaign, change: change(text, sent) });
  });
  useEffect(() => () => leave(), []);
  const isSaved = text === seen;
  const props = {
    label: field.label,
    value: text,
    fault: isSaved ? fault : undefined,
    onChange: (event: { target: { value: string } }) => {
      save.reset();
      setText(event.target.value);
      onType?.(event.target.value);
    },
  };
  return (
    <div className="stack gap-half">
      {field.kind === 'paragraph' ? <TextArea {...props} rows={3} /> : <TextField {...props} autoComplete="off" />}
      <output className="fine faint">
        {text.length} of {field.longest} characters. {isSaved ? 'Saved in the draft.' : 'Saving…'}
      </output>
      <FaultAlert fault={error} title="Not saved" />
      {error !== null && (
        <SmallButton variant="outline" onClick={() => mutate({ campaign, change: change(text, saved) })}>
          Put mine in its place
        </SmallButton>
      )}
    </div>
  );
}
