import { lazy, Suspense } from 'react';
import type { Page as PageRow } from '../../contract/pages.ts';
import { HeadlineFigures } from '../sections/headline-figures.tsx';
import { Cards } from './cognitivepro/cards.tsx';
import { Closing } from './cognitivepro/closing.tsx';
import { Opening } from './cognitivepro/opening.tsx';
import { Thanks } from './cognitivepro/thanks.tsx';

// They need no code but to be shown after another page, and are below the first view then.
const boxes = import('./cognitivepro/boxes.later.tsx');
const Boxes = lazy(async () => ({ default: (await boxes).Boxes }));

/** The platform's page. In confirm mode it opens with thanks for the registration. */
export function Page({ page }: { page: PageRow }) {
  return (
    <>
      <Opening />
      <Suspense fallback={null}>
        <Boxes />
      </Suspense>
      <Cards />
      <HeadlineFigures />
      <Closing />
      {page.mode === 'confirm' ? <Thanks /> : null}
    </>
  );
}
