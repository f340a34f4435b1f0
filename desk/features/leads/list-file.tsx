import { useEffect, useRef, useState } from 'react';
import { exportLeadsCall } from '../../../contract/calls/desk/lead-calls.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { Button } from '../../../ui/button.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { CallFault } from '../../data/call-server.ts';
import { takeFile } from '../../data/take-file.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import type { LeadsInput } from './leads-filter.ts';
import styles from '../work/work-list.module.css';

const number = new Intl.NumberFormat('en-GB');

/** Downloads all leads that match the list's filter, with the progress and a way to stop. */
export function useListFile(input: LeadsInput) {
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
      await takeFile(exportLeadsCall, input, {
        signal: controller.signal,
        onProgress: (progress) => {
          taken = Math.max(0, progress.lines - 1);
          setLines(taken);
        },
      });
      notify(taken === 1 ? 'One lead is stored as a CSV file.' : `${number.format(taken)} leads are stored as a CSV file.`);
    } catch (error) {
      if (error instanceof CallFault) setFault(error);
      else if (!controller.signal.aborted) throw error;
    }
    setLines(undefined);
  };
  return { lines, fault, take: () => void take(), stop: () => running.current?.abort() };
}

type ListFileProps = { file: ReturnType<typeof useListFile> };

export function ListFileButton({ file }: ListFileProps) {
  const { roles } = useSignedIn();
  const may = mayUse(roles, 'leads.export');
  useCommands(may ? [{ id: 'leads csv', title: 'Store this list as CSV', group: 'Leads', also: 'export download', run: file.take }] : []);
  if (!may) return null;
  return (
    <Button variant="outline" busy={file.lines !== undefined} onClick={file.take}>
      CSV
    </Button>
  );
}

export function ListFileProgress({ file: { lines, fault, stop } }: ListFileProps) {
  return (
    <>
      <FaultAlert fault={fault} title="Not stored" />
      {lines !== undefined && (
        <div className={`row middle gap-2 mb-2 quiet ${styles.progress}`}>
          <output>{number.format(lines)} leads so far</output>
          <SmallButton variant="outline" onClick={stop}>
            Stop
          </SmallButton>
        </div>
      )}
    </>
  );
}
