import type { PageRow } from '../../../contract/pages.ts';
import { cognitivePro } from '../../content/cognitive-pro.ts';
import { HeadlineFigures } from '../../sections/headline-figures.tsx';
import { Boxes } from './boxes.tsx';
import { Cards } from './platform-cards.tsx';
import { PlatformClosing } from './closing.tsx';
import { PlatformOpening } from './platform-opening.tsx';
import { Thanks } from '../../sections/thanks.tsx';

export function Page({ page }: { page: PageRow }) {
  return (
    <>
      <PlatformOpening />
      <Boxes />
      <Cards />
      <HeadlineFigures />
      <PlatformClosing />
      {page.mode === 'confirm' ? <Thanks words={cognitivePro.thanks} /> : null}
    </>
  );
}
