import { Fragment, type CSSProperties, type ReactElement, type ReactNode } from 'react';
import { light, space } from '../../ui/tokens.ts';
import { elementAt } from '../../contract/checked.ts';
import { buttonLink, card, cell, letters, sheet, layoutTable } from './mail-styles.ts';
import type { Words } from '../../contract/content-fields.ts';
import type { SaidTexts } from './mail.ts';
import { LOGO_ID } from './message.ts';

export type Frame = {
  /** The sender, where it is another than the mailer's. */
  from?: string | undefined;
  company: string;
  /** 'Milan, Italy', 'London, UK'. */
  offices: readonly string[];
  legal: readonly string[];
  url: string;
  /** Where its reader unsubscribes; undefined where a mail is no part of any list. */
  unsubscribe?: string | undefined;
  /** Words that staff published in place of those that ship. */
  words?: Words | undefined;
};

/** The frame around one mail. */
type FrameOfMail = Omit<Frame, 'words'> & { texts: SaidTexts<unknown> };

type LayoutProps = { frame: FrameOfMail; subject: string; preheader: string; children: ReactNode };

/**
 * The frame of every mail: 600 px of tables and inline styles, which is what mail programs agree
 * on. The style element adds what some of them can do besides: dark colours and narrow screens.
 */
export function Layout({ frame, subject, preheader, children }: LayoutProps): ReactElement {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{subject}</title>
        <style>{sheet}</style>
      </head>
      <body className="m-canvas" style={{ margin: 0, padding: 0, backgroundColor: light.surface }}>
        <Preheader text={preheader} />
        <table {...layoutTable} width="100%" className="m-canvas" style={{ backgroundColor: light.surface }}>
          <tbody>
            <tr>
              <td align="center" className="m-gutter" style={{ padding: '40px 16px' }}>
                <table {...layoutTable} width="600" className="m-column" style={{ width: '600px', maxWidth: '100%' }}>
                  <tbody>
                    <Wordmark company={frame.company} url={frame.url} />
                    <tr>
                      <td className="m-card m-pad" style={card}>
                        {children}
                      </td>
                    </tr>
                    <Footer frame={frame} />
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

export function Heading({ children }: { children: ReactNode }): ReactElement {
  return (
    <h1
      className="m-ink"
      style={{ ...letters, margin: '0 0 16px', fontSize: '26px', lineHeight: '32px', fontWeight: 600, color: light.ink }}
    >
      {children}
    </h1>
  );
}

export function Text({ children, quiet = false }: { children: ReactNode; quiet?: boolean }): ReactElement {
  const size: CSSProperties = quiet ? { fontSize: '14px', lineHeight: '22px' } : { fontSize: '16px', lineHeight: '26px' };
  return (
    <p
      className={quiet ? 'm-quiet' : 'm-text'}
      style={{ ...letters, ...size, margin: '0 0 16px', color: quiet ? light['ink-3'] : light['ink-2'] }}
    >
      {children}
    </p>
  );
}

export function Link({ href, children }: { href: string; children: ReactNode }): ReactElement {
  return (
    <a href={href} className="m-link" style={{ color: light.primary, textDecoration: 'underline', wordBreak: 'break-word' }}>
      {children}
    </a>
  );
}

export function Button({ href, children, fallback }: { href: string; children: ReactNode; fallback: string }): ReactElement {
  return (
    <>
      <table {...layoutTable} style={{ margin: '24px 0' }}>
        <tbody>
          <tr>
            <td align="center" className="m-button" style={{ backgroundColor: light.primary, borderRadius: space.radius }}>
              <a href={href} className="m-button" style={buttonLink}>
                {children}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <div data-skip-in-text="true">
        <Text quiet>
          {fallback}
          <br />
          <Link href={href}>{href}</Link>
        </Text>
      </div>
    </>
  );
}

export type DetailRow = readonly [name: string, value: string, href?: string | undefined];

export function Details({ rows }: { rows: readonly DetailRow[] }): ReactElement {
  return (
    <table {...layoutTable} width="100%" style={{ margin: '8px 0 24px' }}>
      <tbody>
        {rows.map(([name, value, href], index) => (
          <tr key={index}>
            <th
              scope="row"
              align="left"
              className="m-quiet m-line m-cell"
              style={{ ...cell, width: '34%', color: light['ink-3'], fontWeight: 400, paddingRight: '16px' }}
            >
              {name}
            </th>
            <td className="m-ink m-line m-cell" style={{ ...cell, color: light.ink, whiteSpace: 'pre-line', wordBreak: 'break-word' }}>
              {href === undefined ? value : <Link href={href}>{value}</Link>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Rule(): ReactElement {
  return (
    <table {...layoutTable} width="100%" data-skip-in-text="true" style={{ margin: '24px 0' }}>
      <tbody>
        <tr>
          <td className="m-line" style={{ borderTop: `1px solid ${light.line}`, fontSize: '1px', lineHeight: '1px' }}>
            &nbsp;
          </td>
        </tr>
      </tbody>
    </table>
  );
}

export function Technical({ lines }: { lines: readonly string[] }): ReactElement {
  return (
    <>
      <Rule />
      <p className="m-quiet" style={{ ...letters, margin: '0 0 16px', fontSize: '12px', lineHeight: '18px', color: light['ink-3'] }}>
        {lines.map((line, index) => (
          <span key={index}>
            {index > 0 && <br />}
            {line}
          </span>
        ))}
      </p>
    </>
  );
}

/** Shown beside the subject in an inbox. The blank tail keeps the mail's first words from following it. */
function Preheader({ text }: { text: string }): ReactElement {
  return (
    <div style={{ display: 'none', fontSize: '1px', lineHeight: '1px', maxHeight: 0, maxWidth: 0, opacity: 0, overflow: 'hidden' }}>
      {text}
      {'\u00a0\u200c'.repeat(Math.max(0, 100 - text.length))}
    </div>
  );
}

function Wordmark({ company, url }: { company: string; url: string }): ReactElement {
  return (
    <tr>
      <td style={{ padding: '0 0 20px' }}>
        <a
          href={url}
          className="m-ink"
          style={{
            ...letters,
            fontSize: '18px',
            lineHeight: '32px',
            fontWeight: 600,
            letterSpacing: '0.2px',
            color: light.ink,
            textDecoration: 'none',
          }}
        >
          <img
            src={`cid:${LOGO_ID}`}
            width="32"
            height="32"
            alt=""
            style={{ display: 'inline-block', border: 0, marginRight: '12px', verticalAlign: 'top' }}
          />
          {company}
        </a>
      </td>
    </tr>
  );
}

function Footer({ frame }: { frame: FrameOfMail }): ReactElement {
  return (
    <tr>
      <td style={{ padding: '24px 0 0' }}>
        <p className="m-quiet" style={{ ...letters, margin: 0, fontSize: '13px', lineHeight: '20px', color: light['ink-3'] }}>
          {frame.company}
          <br />
          {frame.offices.join(' · ')}
          <br />
          <a href={frame.url} className="m-quiet" style={{ color: light['ink-3'], textDecoration: 'underline' }}>
            {frame.url.replace(/^https?:\/\//, '')}
          </a>
          {frame.unsubscribe !== undefined && (
            <>
              <br />
              {frame.texts.marketing}{' '}
              <a href={frame.unsubscribe} className="m-quiet" style={{ color: light['ink-3'], textDecoration: 'underline' }}>
                {frame.texts.unsubscribe}
              </a>
            </>
          )}
        </p>
        <p className="m-quiet" style={{ ...letters, margin: '12px 0 0', fontSize: '12px', lineHeight: '18px', color: light['ink-3'] }}>
          {frame.legal.map((line) => (
            <Fragment key={line}>
              {line}
              <br />
            </Fragment>
          ))}
        </p>
      </td>
    </tr>
  );
}

type Pieces = Readonly<Record<string, ReactNode>>;

/** A text with its pieces, and with its links to the site. @param site origin of the site */
export function said(text: string, pieces: Pieces = {}, site = ''): ReactNode {
  const parts = text.split(/(\{\w+\}|\[[^[\]]+\]\([^()\s]*\))/);
  return parts.map((part, at) => <Fragment key={at}>{at % 2 === 0 ? part : partOf(part, pieces, site)}</Fragment>);
}

function partOf(part: string, pieces: Pieces, site: string): ReactNode {
  const link = /^\[([^[\]]+)\]\(([^()]*)\)$/.exec(part);
  if (link === null) return pieces[part.slice(1, -1)] ?? part;
  const [text, address] = [elementAt(link, 1), elementAt(link, 2)];
  return <Link href={address.startsWith('/') ? site + address : address}>{text}</Link>;
}

/** The same as words alone, for a subject. */
export function saidPlainly(text: string, pieces: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (mark, name: string) => pieces[name] ?? mark);
}
