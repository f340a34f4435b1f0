import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { leadSections } from '../../../contract/desk/lead-facts.ts';
import { viewAt } from '../../app/views.ts';
import { LeadLink } from './lead-link.tsx';

test('what a mail was for is linked to its page, of whatever section it is', () => {
  const titles = leadSections.map((section) => {
    const html = renderToStaticMarkup(<LeadLink lead={{ id: 'x1', section, name: 'Zoë Quill' }} />);
    const [, path = '', name] = /^<a href="([^"]+)">([^<]+)<\/a>$/.exec(html) ?? [];
    return [name, viewAt(path)?.view.title, viewAt(path)?.id];
  });
  expect(titles).toEqual([
    ['Zoë Quill', 'Lead', 'x1'],
    ['Zoë Quill', 'Message', 'x1'],
    ['Zoë Quill', 'Application', 'x1'],
  ]);
  expect(renderToStaticMarkup(<LeadLink lead={null} />)).toBe('–');
});
