import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { leadSection } from './sections.ts';
import { AnswerRows } from './request-facts.tsx';
import { AnswerButton, conflictWords } from './work-parts.tsx';

test('a telephone number is dialled by a press, and only a telephone number', () => {
  const rows = [
    { name: 'phone', label: 'Phone', value: '+39 02 1234567' },
    { name: 'company', label: 'Company', value: '+39 02 1234567' },
  ];
  const html = renderToStaticMarkup(<AnswerRows rows={rows} />);
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="tel:+39021234567"']);
  expect(renderToStaticMarkup(<AnswerRows rows={[{ name: 'phone', label: 'Phone', value: 'by mail' }]} />)).not.toContain('<a');
});

test('an answer is what a lead is for, unless it is suspected spam', () => {
  const [lead, spam] = [false, true].map((suspectedSpam) =>
    renderToStaticMarkup(<AnswerButton page={{ suspectedSpam }} onPress={() => undefined} />),
  );
  expect([lead, spam]).toEqual([expect.stringMatching(/class="[^"]*primary/), expect.not.stringMatching(/class="[^"]*primary/)]);
});

test('whoever was second reads what the lead is now, and what of theirs was not done', () => {
  const words = conflictWords(leadSection.standing({ state: 'meeting' }), 'Björn', 'Won');
  expect(words).toBe('It is Meeting now and belongs to Björn. Yours was not carried out: Won.');
});
