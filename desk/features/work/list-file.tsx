import { useEffect, useRef, useState } from 'react';
import type { exportApplicationsCall } from '../../../contract/calls/desk/application-calls.ts';
import type { CallInput } from '../../../contract/calls/desk/call.ts';
import type { exportLeadsCall } from '../../../contract/calls/desk/lead-calls.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { Button } from '../../../ui/button.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { CallFault } from '../../data/call-server.ts';
import { takeFile } from '../../data/take-file.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import type { Section } from './sections.ts';
import styles from './work-list.module.css';

const number = new Intl.NumberFormat('en-GB');

type ExportCall = typeof exportLeadsCall | typeof exportApplicationsCall;

/** Downloads all rows that match the list's filter, with the progress and a way to stop. */
export function useListFile<C extends ExportCall>({ titles }: Pick<Section, 'titles'>, call: C, input: CallInput<C>) {
  const noun = titles.toLowerCase();
  const [lines, setLines] = useState<number>();
  const [fault, setFault] = useState<CallFault | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const take = async () => {
    if (lines !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    setFault(null);
    setLines(0);
    let taken = 0;
    try {
      await takeFile(call, input, {
        signal: controller.signal,
        onProgress: (progress) => {
          taken = Math.max(0, progress.lines - 1);
          setLines(taken);
        },
      });
      notify(
        taken === 1
          ? `One ${noun.replace(/s$/, '')} is stored as a CSV file.`
          : `${number.format(taken)} ${noun} are stored as a CSV file.`,
      );
    } catch (error) {
      if (error instanceof CallFault) setFault(error);
      else if (!controller.signal.aborted) throw error;
    }
    setLines(undefined);
  };
  return { noun, access: call.access, lines, fault, take: () => void take(), stop: () => running.current?.abort() };
}

type ListFileProps = { file: ReturnType<typeof useListFile> };

export function ListFileButton({ file }: ListFileProps) {
  const { roles } = useSignedIn();
  const may = mayUse(roles, file.access);
  const group = `${file.noun.slice(0, 1).toUpperCase()}${file.noun.slice(1)}`;
  useCommands(may ? [{ id: `${file.noun} csv`, title: 'Store this list as CSV', group, also: 'export download', run: file.take }] : []);
  if (!may) return null;
  return (
    <Button variant="outline" busy={file.lines !== undefined} onClick={file.take}>
      CSV
    </Button>
  );
}

export function ListFileProgress({ file: { noun, lines, fault, stop } }: ListFileProps) {
  return (
    <>
      <FaultAlert fault={fault} title="Not stored" />
      {lines !== undefined && (
        <div className={`row middle gap-2 mb-2 quiet ${styles.progress}`}>
          <output>
            {number.format(lines)} {noun} so far
          </output>
          <SmallButton variant="outline" onClick={stop}>
            Stop
          </SmallButton>
        </div>
      )}
    </>
  );
}
