import type { CSSProperties } from 'react';
import { dark, light, space } from '../../ui/tokens.ts';

export const layoutTable = { role: 'presentation', border: 0, cellPadding: 0, cellSpacing: 0 } as const;

export const letters: CSSProperties = { fontFamily: "Barlow, Roboto, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, sans-serif" };

export const card: CSSProperties = {
  padding: '40px 40px 24px',
  backgroundColor: light.raised,
  border: `1px solid ${light.line}`,
  borderRadius: space['radius-l'],
};

export const cell: CSSProperties = {
  ...letters,
  padding: '10px 0',
  borderTop: `1px solid ${light.line}`,
  fontSize: '15px',
  lineHeight: '22px',
  textAlign: 'left',
  verticalAlign: 'top',
};

export const buttonLink: CSSProperties = {
  ...letters,
  display: 'inline-block',
  padding: '13px 28px',
  fontSize: '16px',
  lineHeight: '22px',
  fontWeight: 600,
  color: light['on-primary'],
  textDecoration: 'none',
  borderRadius: space.radius,
};

// Dark colours must outdo inline ones. Programs that know no media queries keep the light ones.
export const sheet = [
  ':root { color-scheme: light dark; supported-color-schemes: light dark; }',
  '@media (max-width: 480px) {',
  '.m-pad { padding: 28px 22px 12px !important; } .m-gutter { padding: 24px 12px !important; } .m-column { width: 100% !important; }',
  '}',
  '@media (prefers-color-scheme: dark) {',
  `.m-canvas { background-color: ${dark.canvas} !important; } .m-line { border-color: ${dark.line} !important; }`,
  `.m-card { background-color: ${dark.raised} !important; border-color: ${dark.line} !important; }`,
  `.m-ink { color: ${dark.ink} !important; } .m-text { color: ${dark['ink-2']} !important; }`,
  `.m-quiet { color: ${dark['ink-3']} !important; } .m-link { color: ${dark.primary} !important; }`,
  `.m-button { background-color: ${dark.primary} !important; color: ${dark['on-primary']} !important; }`,
  '}',
].join('\n');
