import * as v from 'valibot';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { openCv } from '../../../contract/calls/desk/application-calls.ts';
import { present } from '../../../contract/checked.ts';
import { noteAct } from '../../data/attendance.ts';
import { CallFault, callForBytes } from '../../data/call-server.ts';
import { reactToFault } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { failureWords, frameMessage, leftOutWords } from './cv-messages.ts';
import { dropSpareFrame, prepareCvFrame, takeCvFrame } from './spare-frame.ts';
import styles from './cv-pane.module.css';

type FrameProps = { id: string; name: string; onKey: (key: 'j' | 'k' | 'Escape') => void };

/**
 * Draws a CV in a sandboxed frame: only our scripts run in it, without an origin, network access or access to this page. The bytes are fetched here
 * and posted to the frame. Each CV gets its own frame.
 */
export function CvFrame({ id, name, onKey }: FrameProps) {
  const container = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(undefined);
  const [bytes, setBytes] = useState<ArrayBuffer>();
  const [isReady, setReady] = useState(false);
  const [said, setSaid] = useState<string>();
  const [leftOut, setLeftOut] = useState<string>();
  const [isGivenUp, setGivenUp] = useState(false);
  const [fault, setFault] = useState<CallFault | null>(null);
  const tell = (message: object, moved: Transferable[] = []) => frame.current?.contentWindow?.postMessage(message, '*', moved);
  useEffect(() => {
    const gone = new AbortController();
    callForBytes(openCv, { id }, gone.signal).then(setBytes, (error: unknown) => {
      reactToFault(error);
      if (error instanceof CallFault) setFault(error);
    });
    return () => gone.abort();
  }, [id]);
  useLayoutEffect(() => {
    const taken = takeCvFrame(present(container.current));
    frame.current = taken.frame;
    taken.frame.className = present(styles.frame);
    taken.frame.title = `CV of ${name}`;
    setReady(taken.isReady);
    return () => taken.frame.remove();
  }, [name]);
  const isAnswering = useRef(true);
  // Removing the frame stops whatever the file does. The spare frame goes too, because it may share the frame's process.
  const giveUp = useEffectEvent(() => {
    frame.current?.remove();
    dropSpareFrame();
    setGivenUp(true);
    setSaid(failureWords.large);
  });
  const hear = useEffectEvent(({ source, data }: MessageEvent) => {
    if (source === null || source !== frame.current?.contentWindow) return;
    const parsed = v.safeParse(frameMessage, data);
    if (!parsed.success) return;
    const message = parsed.output;
    if (message.kind === 'ready') setReady(true);
    if (message.kind === 'shown') {
      setSaid(message.pages === 1 ? '1 page' : `${message.pages} pages`);
      prepareCvFrame();
    }
    if (message.kind === 'left out') setLeftOut(leftOutWords[message.what]);
    if (message.kind === 'alive') isAnswering.current = true;
    if (message.kind === 'failed' && message.why === 'large') giveUp();
    else if (message.kind === 'failed') setSaid(failureWords[message.why]);
    if (message.kind === 'key') {
      noteAct();
      onKey(message.key);
    }
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => hear(event);
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    if (!isReady || bytes === undefined) return;
    // Posts a copy, because posting transfers the buffer, and React may run this twice in development.
    const copy = bytes.slice(0);
    const theme = document.documentElement.dataset['theme'] ?? 'light';
    frame.current?.contentWindow?.postMessage({ kind: 'show', bytes: copy, theme }, '*', [copy]);
    return watchAnswers(
      isAnswering,
      () => frame.current?.contentWindow?.postMessage({ kind: 'ping' }, '*'),
      () => giveUp(),
    );
  }, [isReady, bytes]);
  useFrameCommands(tell);
  return (
    <>
      <div className={`row middle gap-half ${styles.foot}`}>
        <output className="breaks faint">
          {said ?? (fault === null ? 'The CV is being opened' : '')}
          {leftOut !== undefined && !isGivenUp && `. ${leftOut}`}
        </output>
        {fault === null && !isGivenUp && (
          <>
            <SmallButton variant="outline" aria-label="Smaller" onClick={() => tell({ kind: 'zoom', by: -1 })}>
              −
            </SmallButton>
            <SmallButton variant="outline" aria-label="Larger" onClick={() => tell({ kind: 'zoom', by: 1 })}>
              +
            </SmallButton>
          </>
        )}
      </div>
      <FaultAlert fault={fault} title="The CV cannot be opened" />
      <div ref={container} hidden={fault !== null || isGivenUp} className={`stack ${styles.container}`} />
    </>
  );
}

/** Milliseconds between two pings to the frame, and how many in a row may stay unanswered. */
const PING = { pause: 2000, unanswered: 5 } as const;

/** Pings the frame and gives the file up when it blocks its frame for too long. @returns stops the pings */
function watchAnswers(isAnswering: { current: boolean }, ask: () => void, giveUp: () => void): () => void {
  let unanswered = 0;
  isAnswering.current = true;
  const timer = setInterval(() => {
    unanswered = isAnswering.current ? 0 : unanswered + 1;
    if (unanswered >= PING.unanswered) {
      clearInterval(timer);
      return giveUp();
    }
    isAnswering.current = false;
    ask();
  }, PING.pause);
  return () => clearInterval(timer);
}

function useFrameCommands(tell: (message: object) => void): void {
  useCommands([
    {
      id: 'cv down',
      title: 'CV: a page down',
      group: 'This application',
      keys: 'PageDown',
      keysOnly: true,
      run: () => tell({ kind: 'scroll', by: 1 }),
    },
    {
      id: 'cv up',
      title: 'CV: a page up',
      group: 'This application',
      keys: 'PageUp',
      keysOnly: true,
      run: () => tell({ kind: 'scroll', by: -1 }),
    },
    { id: 'cv larger', title: 'CV: larger', group: 'This application', keys: '+', run: () => tell({ kind: 'zoom', by: 1 }) },
    { id: 'cv smaller', title: 'CV: smaller', group: 'This application', keys: '-', run: () => tell({ kind: 'zoom', by: -1 }) },
    { id: 'cv as wide', title: 'CV: as wide as its frame', group: 'This application', keys: '0', run: () => tell({ kind: 'zoom', by: 0 }) },
  ]);
}
