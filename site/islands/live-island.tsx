import type { IslandName } from './registry.ts';

type LiveIslandProps = {
  name: IslandName;
  /** What the server replaces by the props, as JSON, and by the HTML. */
  marks: { props: string; html: string };
  /** Of a page that the link of a mail leads to: whether it opens the details that were asked for before. */
  verifies?: 'details' | 'papers' | undefined;
};

/**
 * An island that shows data of the running server, which puts props and HTML into the page (site/app/render-insights.tsx). It fills
 * most of its page, so only a sign from one of its buttons brings its code.
 */
export function LiveIsland({ name, marks, verifies }: LiveIslandProps) {
  return (
    <div
      data-island={name}
      data-when="control"
      data-prefix={name}
      data-props={marks.props}
      data-verifies={verifies}
      dangerouslySetInnerHTML={{ __html: marks.html }}
    />
  );
}
