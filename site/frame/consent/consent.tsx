import { useEffect, useState } from 'react';
import { useChoice, type Category } from '../consented.ts';
import { pageSetting } from '../page-setting.ts';
import { Banner } from './banner.tsx';
import { ChoiceDialog } from './choice-dialog.tsx';
import { reopenProvider, startProvider } from './provider.ts';
import { choose, startRecord } from './record.ts';

/**
 * Asks for consent as long as there is no choice, and whenever the visitor wants to change it.
 * @param asked how many times the visitor asked so far
 */
export function Consent({ asked }: { asked: number }) {
  const provider = pageSetting('consent');
  return provider ? <ByProvider id={provider} asked={asked} /> : <Own asked={asked} />;
}

function ByProvider({ id, asked }: { id: string; asked: number }) {
  useEffect(() => startProvider(id), [id]);
  useEffect(() => {
    if (asked > 0) reopenProvider();
  }, [asked]);
  return null;
}

function Own({ asked }: { asked: number }) {
  const choice = useChoice();
  const [read, setRead] = useState(false);
  const [answered, setAnswered] = useState(0);
  useEffect(() => void startRecord().finally(() => setRead(true)), []);
  const [wanted, setWanted] = useState(false);
  if (!read) return null;
  const close = () => {
    setAnswered(asked);
    setWanted(false);
  };
  const decide = (categories: readonly Category[]) => {
    choose(categories);
    close();
  };
  if (asked > answered || wanted) return <ChoiceDialog granted={choice?.categories ?? []} onDecide={decide} onClose={close} />;
  return choice ? null : <Banner onDecide={decide} onChoose={() => setWanted(true)} />;
}
