import { showPicture } from '../../contract/calls/desk/content-calls.ts';
import { companyIcon, companySignIn } from '../../contract/company-sign.ts';
import type { Words } from '../../contract/content-fields.ts';
import { legalLines } from '../../contract/legal-details.ts';
import type { Frame } from '../mail/layout.tsx';
import type { Mail } from '../mail/mail.ts';
import type { Settings } from '../settings/settings.ts';
import { markTexts } from './mark-texts.ts';

/** A variant of a mail, as a page of the editor. */
export type MailSample = { path: string; title: string; mail: Mail<never>; props: never };

/** Every variant of the mails whose texts staff can change. @param site origin of the site @param words texts that staff changed */
export function mailSamples(mails: readonly Mail<never>[], site: string, words: Words = {}): MailSample[] {
  return mails.flatMap((mail) =>
    Object.entries(mail.samples?.(site, words) ?? {}).map(([variant, props]) => ({
      path: `mail:${mail.kind}:${variant}`,
      title: `Mail: ${mail.kind.replaceAll('-', ' ')}, ${variant}`,
      mail,
      props,
    })),
  );
}

/** What the layout shows around each mail: company, offices, legal lines and address. */
export function mailFrame({ company, PUBLIC_URL: url }: Pick<Settings, 'company' | 'PUBLIC_URL'>, words: Words): Frame {
  return { company: company.name, offices: company.offices, legal: legalLines(company), url, words };
}

/** The mail as it will be, its texts marked by their paths. */
export async function markedMail({ mail, props }: MailSample, settings: Settings, words: Words): Promise<string> {
  const { renderMarked } = await import('../mail/render.ts');
  const unsubscribe = mail.limit === 'promised' ? `${settings.PUBLIC_URL}/unsubscribe` : undefined;
  const icon = companyIcon(companySignIn(words), 'tile', 64);
  return renderMarked(mail, props, {
    frame: { ...mailFrame(settings, words), unsubscribe },
    mark: (part, content) => markTexts(words, part, content),
    picture: icon && showPicture.path.replace(':file', icon),
  });
}
