/** Icons that no dialog of the site shows, kept apart from icon.tsx so that dialogs do not load them. Drawn in the same way. */
export const pageIcons = {
  pause: 'M9 6v12m6-12v12',
  play: 'M8 5.5v13l10.5-6.5z',
  file: 'M6.5 3.5h7l4 4v13h-11zM13 3.5V8h4.5',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  'arrow-out': 'M8 16 17 7M9 7h8v8',
  'arrow-up': 'M12 19V5m-6 6 6-6 6 6',
  calendar: 'M4 5.5h16v14.5H4zM4 10h16M8.5 3v4.5M15.5 3v4.5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3.5 2.5',
  pin: 'M12 21s6.5-6 6.5-11a6.5 6.5 0 0 0-13 0c0 5 6.5 11 6.5 11Zm0-8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
} as const;
