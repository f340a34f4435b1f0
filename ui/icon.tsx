/** Line icons on a 24 px grid with a stroke of 1.5, drawn for this site. They are decoration: the text next to them has the meaning. */
const paths = {
  menu: 'M4 7.5h16M4 12h16M4 16.5h16',
  close: 'm6 6 12 12M18 6 6 18',
  'arrow-right': 'M5 12h14m-6-6 6 6-6 6',
  'chevron-down': 'm6 9.5 6 6 6-6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5m0-8.2v.2',
  warning: 'M12 4 2.8 19.5h18.4L12 4Zm0 6v4.5m0 2.3v.2',
  mail: 'M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5',
} as const;

export type IconName = keyof typeof paths;

type Drawn = { name: IconName; path?: never } | { name?: never; path: string };

/** `path` draws an icon of page-icons.ts. Icons in this file are loaded with every dialog. */
export function Icon({ size = 24, ...drawn }: Drawn & { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d={drawn.name === undefined ? drawn.path : paths[drawn.name]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
