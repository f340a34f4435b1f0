import { addressKey } from './address.ts';

/**
 * Mailbox providers: their addresses are so many people's, where those of any other domain are one company's, or one catch-all's. The most used
 * of Europe and America; one that is missing has a company's share.
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
 * @returns undefined for a mailbox provider, whose mailboxes are as many people's, and for what is no address
 */
export function recipientDomain(address: string): { name: string; times: number } | undefined {
  const key = addressKey(address);
  const labels = key.slice(key.lastIndexOf('@') + 1).split('.');
  const [country = '', second = ''] = labels.toReversed();
  const name = labels.slice(country.length === 2 && COUNTRY_LABELS.has(second) ? -3 : -2).join('.');
  return !key.includes('@') || providers.has(name) ? undefined : { name: `@${name}`, times: 1 };
}

/**
 * Providers whose mailboxes have more spellings than letters in capitals and what follows a `+`, which no mailbox's key has:
 * `ignored` in the name, `cutAt` a sign that begins a tag, `same` for domains that are one.
 */
const spellings: readonly { domains: readonly string[]; ignored?: RegExp; cutAt?: string; same?: true; subdomains?: true }[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /[.]/g, same: true },
  { domains: ['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'], ignored: /[._-]/g, same: true },
];

/**
 * The mailbox whose limits a mail counts for. Wider than `addressKey`, which tells whose data it is: two addresses with one limit key may
 * be two people's, and then share a limit.
 */
export function limitKey(address: string): string {
  const key = addressKey(address);
  const at = key.lastIndexOf('@');
  const [name, domain] = [key.slice(0, at), key.slice(at + 1)];
  const provider = spellings.find(({ domains }) => domains.includes(domain));
  if (at < 1 || provider === undefined) return key;
  const bare = name.replace(provider.ignored ?? /$^/, '');
  return `${bare || name}@${provider.same ? provider.domains[0] : domain}`;
}
