import { describe, expect, test } from 'vitest';
import { roles } from '../../contract/desk/roles.ts';
import { viewAt, views, viewsFor } from './views.ts';

describe('the views', () => {
  test('have addresses, titles and keys of their own', () => {
    for (const field of ['path', 'title'] as const) expect(new Set(views.map((view) => view[field])).size).toBe(views.length);
    const keys = views.flatMap(({ key }) => key ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { path, icon } of views) if (icon !== undefined) expect(path).not.toContain(':');
  });

  test('are found by their address, and nothing else is', () => {
    for (const view of views)
      expect(viewAt(view.path.replace(':id', 'a%2Fb'))).toEqual({ view, id: view.path.includes(':id') ? 'a/b' : '' });
    for (const path of ['/', '/api/me', '/sign-in', '/people/1/more', '/nowhere', '/assets/index.js']) expect(viewAt(path)).toBeUndefined();
  });

  test('every role begins somewhere, and is shown no way to what it may not do', () => {
    for (const role of roles) expect(viewsFor([role]).length).toBeGreaterThan(0);
    expect(viewsFor(['sales']).map(({ path }) => path)).not.toContain('/people');
    expect(viewsFor(['admin']).map(({ path }) => path)).toContain('/people');
  });
});
