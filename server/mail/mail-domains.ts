import { addressKey } from '../kernel/address.ts';

/**
 * Mailbox providers: each of their addresses is another person's, while all addresses of any other domain count as one company's, or one catch-all's.
 * These are the most used in Europe and America; a provider that is missing gets the share of one company.
 */
const providers: ReadonlySet<string> = new Set(
  `aol.com arcor.de alice.it bluewin.ch btinternet.com comcast.net duck.com email.it fastmail.com fastmail.fm free.fr freenet.de gmail.com
  gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.be hotmail.ch hotmail.co.uk hotmail.com hotmail.de hotmail.es hotmail.fr
  hotmail.it icloud.com inwind.it iol.it laposte.net libero.it live.co.uk live.com live.fr live.it mac.com mail.com mail.ru mailbox.org me.com
  msn.com naver.com orange.fr outlook.com outlook.de outlook.es outlook.fr outlook.it pec.it pm.me posteo.de proton.me protonmail.ch
  protonmail.com qq.com rediffmail.com rocketmail.com seznam.cz sfr.fr t-online.de telenet.be tim.it tin.it tiscali.it tuta.com tutanota.com
  verizon.net virgilio.it wanadoo.fr web.de wp.pl yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.de yahoo.es yahoo.fr yahoo.it
  ya.ru yandex.com yandex.ru ymail.com ziggo.nl zoho.com zohomail.eu 163.com 126.com`.split(/\s+/),
);

/** Labels under which countries give out names, as in example.co.uk: the name is one label longer there. */
const COUNTRY_LABELS: ReadonlySet<string> = new Set('ac co com edu gen gob gov go gouv ltd me mil ne net nom or org plc sch'.split(' '));

/**
 * The domain whose mailboxes are one recipient's: that of a company or of a catch-all, its subdomains included.
 * @returns undefined for a mailbox provider, whose mailboxes belong to different people, and for a text that is no address
 */
export function recipientDomain(address: string): { name: string; times: number } | undefined {
  const key = addressKey(address);
  const labels = key.slice(key.lastIndexOf('@') + 1).split('.');
  const [country = '', second = ''] = labels.toReversed();
  const name = labels.slice(country.length === 2 && COUNTRY_LABELS.has(second) ? -3 : -2).join('.');
  return !key.includes('@') || providers.has(name) ? undefined : { name: `@${name}`, times: 1 };
}

type Spelling = {
  domains: RegExp;
  /** The domain that stands for all of them, where the same name is the same mailbox under each. */
  domain?: string;
  /** What makes no difference in a name. */
  ignored?: RegExp;
};

/**
 * Providers that take more spellings for one mailbox than a key does, which knows capitals and what follows a `+`: Gmail ignores dots; Proton dots,
 * hyphens and underscores; Yandex takes dots for hyphens; Yahoo begins a disposable address's tag by a hyphen, which no name of its own has.
 * Sources: support.google.com/mail/answer/7436150, proton.me/support/addresses-and-aliases, help.yahoo.com (disposable addresses), the rules of
 * packagist.org/packages/gabrola/email-normalizer.
 */
const spellings: readonly Spelling[] = [
  { domains: /^(gmail|googlemail)\.com$/, domain: 'gmail.com', ignored: /\./g },
  { domains: /^(proton\.me|protonmail\.com|protonmail\.ch|pm\.me)$/, domain: 'proton.me', ignored: /[._-]/g },
  { domains: /^(icloud|me|mac)\.com$/, domain: 'icloud.com' },
  { domains: /^(yandex\.(ru|com|by|kz)|ya\.ru)$/, domain: 'yandex.ru', ignored: /[.-]/g },
  { domains: /^(yahoo\.[a-z]{2,3}(\.[a-z]{2})?|ymail\.com|rocketmail\.com)$/, ignored: /(?<=.)-.*$/g },
];

/** Anything at a subdomain of these is in the mailbox that the subdomain names (fastmail.help: subdomain addressing). */
const SUBDOMAINS = /^([^.]+)\.(fastmail\.(?:com|fm|net|org))$/;

/**
 * The mailbox whose limits a mail counts for. Wider than `addressKey`, which tells whose data it is: two addresses with one limit key may
 * be two people's, and then share a limit.
 */
export function limitKey(address: string): string {
  const key = addressKey(address);
  const at = key.lastIndexOf('@');
  const [name, domain] = [key.slice(0, at), key.slice(at + 1)];
  if (at < 1) return key;
  const [, user, provider] = SUBDOMAINS.exec(domain) ?? [];
  if (user !== undefined) return `${user}@${provider}`;
  const spelling = spellings.find(({ domains }) => domains.test(domain));
  if (spelling === undefined) return key;
  const bare = spelling.ignored === undefined ? name : name.replace(spelling.ignored, '');
  return `${bare || name}@${spelling.domain ?? domain}`;
}
