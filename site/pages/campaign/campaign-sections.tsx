import type { ReactNode } from 'react';
import type { CampaignSection, CampaignSectionKind } from '../../../contract/campaign-page.ts';
import type { ShownCampaign } from '../../../contract/campaign-rendering.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Island } from '../../islands/island.tsx';
import { PortfoliosAndPapersIsland } from '../../islands/portfolios-and-papers-island.tsx';
import { ClosingBand } from '../../sections/closing-band.tsx';
import { FeaturedStrip } from '../../sections/featured-strip.tsx';
import { HeadlineFigures } from '../../sections/headline-figures.tsx';
import { Linked } from '../../sections/linked.tsx';
import { MarketGraph } from '../../sections/market-graph.tsx';
import styles from './campaign.module.css';

/** The sections that staff chose, in their order. */
export function CampaignSections({ campaign }: { campaign: ShownCampaign }) {
  return campaign.page.sections.map((section) => <Section key={section.key} section={section} campaign={campaign} />);
}

type SectionProps = { section: CampaignSection; campaign: ShownCampaign };

function Section({ section, campaign }: SectionProps): ReactNode {
  const Shown = sections[section.kind];
  return <Shown section={section} campaign={campaign} />;
}

const sections: Readonly<Record<CampaignSectionKind, (props: SectionProps) => ReactNode>> = {
  hero: Hero,
  text: Text,
  cards: Cards,
  figures: () => <HeadlineFigures />,
  portfolios: () => <PortfoliosAndPapersIsland only="portfolios" />,
  papers: () => <PortfoliosAndPapersIsland only="papers" />,
  strip: () => <FeaturedStrip />,
  form: Form,
  closing: Closing,
};

function Hero({ section: { texts } }: SectionProps) {
  return (
    <section className={styles.hero}>
      <div className={`wrap stack gap-5 ${styles.layout}`}>
        <div className={`stack gap-3 content-start ${styles.words}`}>
          <h1 className="h1-medium" tabIndex={-1}>
            {texts['title']}
          </h1>
          <p className="lead max-w-34">{texts['lead']}</p>
          <Action texts={texts} />
        </div>
        <MarketGraph className={`wide-only ${styles.graph}`} words={false} />
      </div>
    </section>
  );
}

function Action({ texts: { action = '', href = '' } }: { texts: CampaignSection['texts'] }) {
  if (action === '') return null;
  return (
    <a href={href} className={`${buttonClass({ size: 'large' })} self-start`}>
      {action}
    </a>
  );
}

function Text({ section: { key, texts } }: SectionProps) {
  return (
    <section className="wrap section" aria-labelledby={key}>
      <div className={`stack gap-2 ${styles.text}`}>
        <h2 id={key}>{texts['title']}</h2>
        {texts['text']?.split(/\n\s*\n/).map((paragraph, at) => (
          <p key={at}>
            <Linked text={paragraph} />
          </p>
        ))}
      </div>
    </section>
  );
}

function Cards({ section: { key, texts } }: SectionProps) {
  const cards = [1, 2, 3, 4].filter((at) => (texts[`title${at}`] ?? '') !== '');
  return (
    <section className="section surface" aria-labelledby={key}>
      <div className="wrap">
        <h2 id={key}>{texts['title']}</h2>
        <ul className={`stack gap-3 mt-3 ${styles.cards}`}>
          {cards.map((at) => (
            <li key={at} className={`border-top ${styles.card}`}>
              <h3>{texts[`title${at}`]}</h3>
              <p className="mt-2 quiet">{texts[`text${at}`]}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Form({ section: { texts, questions = {} }, campaign: { caller, number } }: SectionProps) {
  const { title = '', intro = '', submit = '', thanksTitle = '', thanksText = '' } = texts;
  return (
    <section id="form" className={`section border-top ${styles.ask}`} aria-labelledby="ask">
      <div className={`wrap stack gap-4 ${styles.form}`}>
        <div className="stack gap-2 content-start">
          <h2 id="ask">{title}</h2>
          {intro && <p className="lead max-w-30">{intro}</p>}
        </div>
        <div className="min-w-0">
          <Island name="campaign-form" when="intent" props={{ caller, number, questions, words: { submit, thanksTitle, thanksText } }} />
        </div>
      </div>
    </section>
  );
}

function Closing({ section: { texts } }: SectionProps) {
  return (
    <ClosingBand title={texts['title'] ?? ''} text={texts['text'] ?? ''}>
      <Action texts={texts} />
    </ClosingBand>
  );
}
