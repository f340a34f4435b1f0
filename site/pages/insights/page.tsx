import type { PageRow } from '../../../contract/pages.ts';
import { insights } from '../../content/insights.ts';
import { ContactButton } from '../../frame/contact-button.tsx';
import { Method } from '../../insights/method.tsx';
import { PortfoliosAndPapersIsland } from '../../islands/portfolios-and-papers-island.tsx';
import { ClosingBand } from '../../sections/closing-band.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { InsightsOpening } from './insights-opening.tsx';
import { PapersSent } from './request-sent.tsx';

const { closing } = insights;

/** The portfolios and the papers. When a mail's link leads here, the requested details open again, or a message is shown with the papers. */
export function Page({ page: { mode } }: { page: PageRow }) {
  if (mode === 'sent') {
    return (
      <>
        <PortfoliosAndPapersIsland verifies="papers" />
        <PapersSent />
      </>
    );
  }
  const confirmed = mode === 'confirm';
  return (
    <>
      <InsightsOpening confirmed={confirmed} />
      <PortfoliosAndPapersIsland verifies={confirmed ? 'details' : undefined} />
      <Method />
      <ClosingBand title={closing.title} text={closing.text}>
        <ContactButton caller="portfolios_cu" size="large">
          {closing.action}
        </ContactButton>
        <a href="/getreport" className={buttonClass({ variant: 'outline', size: 'large' })}>
          {closing.more}
        </a>
      </ClosingBand>
    </>
  );
}
