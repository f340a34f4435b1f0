import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { sampleDates } from '../../contract/figures/reporting-date.ts';
import type * as legal from '../../contract/legal.ts';

const claim = 'Example S.p.A. claims compliance with a standard.';

afterEach(() => {
  vi.doUnmock('../../contract/legal.ts');
  vi.resetModules();
});

test.each([claim, undefined])('what the company claims of standards stands beside its figures: %s', async (complianceStatement) => {
  vi.resetModules();
  vi.doMock('../../contract/legal.ts', async (original) => ({ ...(await original<typeof legal>()), complianceStatement }));
  const { Portfolios } = await import('./portfolios.tsx');
  const none = { portfolios: [], dates: sampleDates, missing: 0, busy: false } as const;
  const page = renderToStaticMarkup(<Portfolios {...none} onMore={() => undefined} onAgain={() => undefined} />);
  expect(page.includes(`<p class="small quiet">${claim}</p>`)).toBe(complianceStatement === claim);
});
