/** A text with links in it, as `[words](address)`. */
export function Linked({ text }: { text: string }) {
  return text.split(/(\[[^[\]]+\]\([^()]+\))/).map((part) => {
    const [, words, href = ''] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    if (!words) return part;
    const outside = /^https?:/.test(href);
    return (
      <a key={href} href={href} {...(outside && { target: '_blank', rel: 'noopener' })}>
        {words}
      </a>
    );
  });
}
