/** Icons that only the desk uses, drawn in the same way as those in ui/icon.tsx. */
const paths = {
  leads: 'M4 13.5V6.5a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v7M4 13.5h4.5l1.5 2.5h4l1.5-2.5H20M4 13.5v4a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-4',
  overview: 'M3.5 20h17M6.5 16.5v-3M12 16.5V5M17.5 16.5V9.5',
  figures: 'M4 4.5v15h16M7.5 15.5l3.5-4.5 3 2.5 5-7',
  deliveries: 'M3.5 6.5h17v11h-17zM3.5 7l8.5 6.5L20.5 7',
  settings:
    'M4 7h9M17 7h3M4 12h3M11 12h9M4 17h11M19 17h1M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM9 14.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM17 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  actions: 'M12 20a8 8 0 1 0-8-8M12 7.5V12l3 2M4 12l-1.6-1.8M4 12l2-1.5',
  papers: 'M6 3.5h8l4 4v13H6zM13.5 3.5v4.5H18M9 12h6M9 15.5h6',
  applications: 'M6 3.5h8.5L19 8v12.5H6zM14 3.5V8.5h5M9 12.5h7M9 16h5',
  positions: 'M3.5 8h17v11.5h-17zM9 8V5h6v3M3.5 13h17',
  campaigns: 'M4 10v4h3l9 4.5v-13L7 10zM19 10v4',
  words: 'M5 6.5V4.5h14v2M12 4.5v15M9 19.5h6',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.8 19.5c.4-3.2 3-5 6.2-5s5.8 1.8 6.2 5M15.5 4.9a3.5 3.5 0 0 1 0 6.2M18 14.9c1.8.8 3 2.4 3.2 4.6',
  sessions: 'M4 5h16v10.5H4zM9 19.5h6M12 15.5v4',
  messages: 'M4 5h16v11H11l-4 3.5V16H4zM8 9h8M8 12h5',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 18.5a2 2 0 0 0 4 0',
  more: 'M5 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0ZM11.3 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0ZM17.6 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0Z',
  search: 'M10.8 17.5a6.7 6.7 0 1 0 0-13.4 6.7 6.7 0 0 0 0 13.4ZM15.8 15.8l4.4 4.4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4',
  moon: 'M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7Z',
  previous: 'M14.5 6l-6 6 6 6',
  next: 'M9.5 6l6 6-6 6',
  'sign-out': 'M14.5 8V5H5v14h9.5v-3M10 12h10.5m-3.5-3.5 3.5 3.5-3.5 3.5',
  keyboard: 'M3 6.5h18v11H3zM6.5 10h.01M10 10h.01M13.5 10h.01M17 10h.01M8 14h8',
  'cut-off': 'M4 4l16 16M8.5 15.5a5 5 0 0 1 6 0M5 12a10 10 0 0 1 3-2M16 10a10 10 0 0 1 3 2M12 19h.01',
  person: 'M12 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6ZM4.8 20c.5-3.6 3.4-5.6 7.2-5.6s6.7 2 7.2 5.6',
} as const;

export type DeskIconName = keyof typeof paths;

export function DeskIcon({ name, size = 20 }: { name: DeskIconName; size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d={paths[name]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
