import { useEffect, useRef, useState } from 'react';
import type { Call, CallInput } from '../../contract/calls/desk/call.ts';
import { CallFault } from './call-server.ts';
import { takeFile } from './take-file.ts';

/** Downloads the file that a call returns. Leaving the page stops the download. */
export function useCallFile<C extends Call>(call: C, onDone: () => void) {
  const [isTaking, setTaking] = useState(false);
  const [fault, setFault] = useState<CallFault | null>(null);
  const ended = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    ended.current = controller;
    return () => controller.abort();
  }, []);
  const take = async (input: CallInput<C>) => {
    if (isTaking) return;
    setTaking(true);
    setFault(null);
    try {
      await takeFile(call, input, { signal: ended.current.signal, onProgress: () => undefined });
      onDone();
    } catch (error) {
      if (error instanceof CallFault) setFault(error);
    }
    setTaking(false);
  };
  return { isTaking, fault, take: (input: CallInput<C>) => void take(input) };
}
