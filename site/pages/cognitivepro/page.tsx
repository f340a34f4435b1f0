import type { PageRow } from '../../../contract/pages.ts';
import { cognitivePro } from '../../content/cognitive-pro.ts';
import { ContactButton } from '../../frame/contact-button.tsx';
import { ClosingBand } from '../../sections/closing-band.tsx';
import { HeadlineFigures } from '../../sections/headline-figures.tsx';
import { Boxes } from './boxes.tsx';
import { Cards } from './platform-cards.tsx';
import { PlatformOpening } from './platform-opening.tsx';
import { Thanks } from '../../sections/thanks.tsx';

const { closing } = cognitivePro;

export function Page({ page }: { page: PageRow }) {
  return (
    <>
      <PlatformOpening />
      <Boxes />
      <Cards />
      <HeadlineFigures />
      <ClosingBand title={closing.title} text={closing.text}>
        <ContactButton caller="cognitive_bad" size="large">
          {closing.action}
        </ContactButton>
      </ClosingBand>
      {page.mode === 'confirm' ? <Thanks words={cognitivePro.thanks} /> : null}
    </>
  );
}
