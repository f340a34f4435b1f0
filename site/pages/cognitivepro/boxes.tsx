import type { ReactNode } from 'react';
import { cognitivePro } from '../../content/cognitive-pro.ts';
import { RiskWarning } from '../../frame/risk-warning.tsx';
import { NeighbourGraph } from '../../sections/neighbour-graph.tsx';
import { SectorWeights } from '../../sections/sector-weights.tsx';
import { CallRecord } from './call-record.tsx';
import { ReportDraft } from './report-draft.tsx';
import styles from './boxes.module.css';

const { boxes } = cognitivePro;

export function Boxes() {
  return (
    <section className={`section border-top ${styles.boxes}`} aria-labelledby="capabilities">
      <div className="wrap">
        <h2 id="capabilities">{boxes.title}</h2>
        <ul className={`stack ${styles.list}`}>
          {boxes.items.map((box) => (
            <li key={box.key} className={`stack gap-4 ${styles.box}`}>
              <figure className={`surface min-w-0 bordered ${styles.figure}`}>
                <figcaption className={`fine faint ${styles.caption}`}>{box.caption}</figcaption>
                {figures[box.key]}
              </figure>
              <div>
                <h3>{box.title}</h3>
                <p className="mt-2 quiet">{box.text}</p>
                <p className={styles.does}>{box.does}</p>
              </div>
            </li>
          ))}
        </ul>
        <p className="fine faint mt-2">{boxes.note}</p>
        <RiskWarning />
      </div>
    </section>
  );
}

type Key = (typeof boxes.items)[number]['key'];

const figures: Record<Key, ReactNode> = {
  copilot: <SectorWeights />,
  agent: <CallRecord />,
  graph: <NeighbourGraph ticker="ALPB" />,
  reports: <ReportDraft />,
};
