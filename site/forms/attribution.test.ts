import { describe, expect, it } from 'vitest';
import { nextSource, originOf, pageWithCampaign } from './attribution.ts';

const HERE = 'https://site.example';

describe('nextSource', () => {
  it('keeps the campaign and the page that led here, without its query', () => {
    expect(
      nextSource(undefined, `${HERE}/?utm_source=news&utm_campaign=q4&gclid=7&email=a@b.cc`, 'https://press.example/story?id=3#top'),
    ).toEqual({
      entry: '/',
      utm: { source: 'news', campaign: 'q4' },
      referrer: 'https://press.example/story',
    });
  });

  it('stays over the pages of this site and over reloads', () => {
    const first = { entry: '/', utm: { source: 'news' } };
    expect(nextSource(first, `${HERE}/about`, `${HERE}/`)).toEqual(first);
    expect(nextSource(first, `${HERE}/about`, 'https://press.example/')).toBe(first);
    expect(nextSource(undefined, `${HERE}/about`, `${HERE}/`)).toEqual({ entry: '/' });
  });

  it('finds the campaign on the page before, when a link took the visitor on at once', () => {
    expect(nextSource(undefined, `${HERE}/about`, `${HERE}/?utm_source=news&q=1`)).toEqual({ entry: '/', utm: { source: 'news' } });
    expect(nextSource({ utm: { source: 'news' }, referrer: 'https://press.example/' }, `${HERE}/about`, `${HERE}/?utm_source=old`)).toEqual(
      {
        utm: { source: 'news' },
        referrer: 'https://press.example/',
      },
    );
  });

  it('begins anew with the link of another campaign', () => {
    expect(nextSource({ utm: { source: 'news' }, referrer: 'https://press.example/' }, `${HERE}/?utm_source=mail`, '')).toEqual({
      entry: '/',
      utm: { source: 'mail' },
    });
  });

  it.each(['', 'about:blank', 'android-app://mail/', 'no address'])('takes %j for no referrer', (referrer) => {
    expect(nextSource(undefined, `${HERE}/`, referrer)).toEqual({ entry: '/' });
  });
});

describe('pageWithCampaign', () => {
  it('keeps the path and the campaign, and no other query', () => {
    expect(pageWithCampaign(`${HERE}/cognitivepro?utm_source=a&email=ada@example.com#x`)).toBe('/cognitivepro?utm_source=a');
    expect(pageWithCampaign(`${HERE}/verify?token=secret`)).toBe('/verify');
  });
});

describe('originOf', () => {
  const PRESS = 'https://press.example/story?id=3';

  it('has what the address names, and the name of the site before alone', () => {
    expect(originOf('/', [`${HERE}/?utm_source=news&utm_campaign=q4&utm_term=x&email=a@b.cc`, PRESS])).toEqual({
      page: '/',
      source: 'news',
      campaign: 'q4',
      from: 'press.example',
    });
    expect(originOf('/', [`${HERE}/`, ''])).toEqual({ page: '/' });
    expect(originOf('/', [`${HERE}/`, 'about:blank'])).toEqual({ page: '/' });
  });

  it('takes a page that a link of this site led to for no arrival, and a form on it for one of the campaign of the page before', () => {
    const before = [`${HERE}/about`, `${HERE}/?utm_source=news`] as const;
    expect(originOf('/about', before)).toEqual({ page: '/about', from: '/' });
    expect(originOf('/about', before, true)).toEqual({ page: '/about', source: 'news', from: '/' });
    expect(originOf('/about', [`${HERE}/about?utm_source=own`, `${HERE}/?utm_source=news`], true)).toMatchObject({ source: 'own' });
  });
});
