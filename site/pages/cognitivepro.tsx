import type { Page as PageRow } from '../../contract/pages.ts';
import { cognitivePro } from '../content/cognitive-pro.ts';
import { HeadlineFigures } from '../sections/headline-figures.tsx';
import { Boxes } from './cognitivepro/boxes.tsx';
import { Cards } from './cognitivepro/cards.tsx';
import { Closing } from './cognitivepro/closing.tsx';
import { Opening } from './cognitivepro/opening.tsx';
import { Thanks } from '../sections/thanks.tsx';

/** The platform's page. In confirm mode it opens with thanks for the registration. */
export function Page({ page }: { page: PageRow }) {
  return (
    <>
      <Opening />
      <Boxes />
      <Cards />
      <HeadlineFigures />
      <Closing />
      {page.mode === 'confirm' ? <Thanks words={cognitivePro.thanks} /> : null}
    </>
  );
}
