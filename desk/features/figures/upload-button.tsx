import { lazy, Suspense, useState } from 'react';
import { draftFigures } from '../../../contract/calls/desk/figure-calls.ts';
import { May } from '../../account/may.tsx';
import { useCommands } from '../../keyboard/commands.ts';
import { SmallButton } from '../../parts/small-button.tsx';

// Loaded on demand: the form with its fields and example is larger than a view, and few users open it.
const UploadRecord = lazy(async () => ({ default: (await import('./upload-record.tsx')).UploadRecord }));

/** A button, and a key, that open the form to upload a record. @param id of an existing portfolio; undefined for a new one */
export function UploadButton(props: UploadProps) {
  return (
    <May call={draftFigures}>
      <Upload {...props} />
    </May>
  );
}

type UploadProps = { title: string; id?: string };

function Upload({ title, id }: UploadProps) {
  const [state, setState] = useState<'unasked' | 'open' | 'closed'>('unasked');
  const open = () => setState('open');
  useCommands([{ id: 'upload record', title, group: 'Track records', keys: 'u', run: open }]);
  return (
    <>
      <SmallButton onClick={open}>{title}</SmallButton>
      {state !== 'unasked' && (
        <Suspense fallback={null}>
          <UploadRecord open={state === 'open'} onClose={() => setState('closed')} {...(id !== undefined && { id })} />
        </Suspense>
      )}
    </>
  );
}
