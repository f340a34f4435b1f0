import type { Frame } from './layout.tsx';
import type { Mail, Rendered } from './mail.ts';

/** The mail in words and as HTML. React's renderer is loaded when the first one is written. */
export async function renderMail<Props>(mail: Mail<Props>, props: Props, frame: Frame): Promise<Rendered> {
  renderers ??= import('./render.ts');
  const { render } = await renderers;
  if (mail.blank === undefined) return render(mail, props, frame);
  const value = String(props[mail.blank]);
  const general = { ...props, [mail.blank]: BLANK };
  const key = JSON.stringify([mail.kind, general, frame]);
  const template = templates.get(key) ?? render(mail, general, frame);
  if (templates.size > MOST_TEMPLATES) templates.clear();
  templates.set(key, template);
  const { subject, html, text } = template;
  return { subject, html: html.replaceAll(BLANK, () => escaped(value)), text: text.replaceAll(BLANK, () => value) };
}

let renderers: Promise<typeof import('./render.ts')> | undefined;

const templates = new Map<string, Rendered>();
const MOST_TEMPLATES = 100;
/** Stands in a template for an address. Nothing that is sent has it. */
const BLANK = `https://${crypto.randomUUID()}.invalid/`;

/** As React writes a text. */
function escaped(text: string): string {
  return text.replaceAll(/["&'<>]/g, (character) => entities[character] ?? '');
}

const entities: Readonly<Record<string, string>> = { '"': '&quot;', '&': '&amp;', "'": '&#x27;', '<': '&lt;', '>': '&gt;' };
