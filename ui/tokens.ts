/**
 * Every colour, size and distance of the product. Site and desk read them as custom properties (`--ink-2`) from tokens.css, which `npx vitest run
 * ui/tokens.test.ts -u` writes from this file; mails, PDFs and drawings import this file.
 */
export const type = {
  font: "Barlow, 'Barlow Roboto', 'Barlow Arial', 'Barlow DejaVu', system-ui, sans-serif",
  'font-figures': "'Barlow Condensed', 'Condensed Arial', 'Condensed Arial Wide', 'Condensed DejaVu', system-ui, sans-serif",
  // Font size and line height in pairs. Heading sizes grow with the window from a phone's width to 1200 px.
  'text-xs': '0.8125rem',
  'text-s': '0.9375rem',
  text: '1.0625rem',
  'text-l': 'clamp(1.125rem, 1.05rem + 0.36vw, 1.3125rem)',
  h4: '1.25rem',
  h3: 'clamp(1.375rem, 1.3rem + 0.36vw, 1.625rem)',
  h2: 'clamp(1.875rem, 1.55rem + 1.45vw, 2.75rem)',
  h1: 'clamp(2.5rem, 1.9rem + 2.7vw, 4.25rem)',
  figure: 'clamp(2.5rem, 2.1rem + 1.8vw, 3.75rem)',
  leading: '1.647',
  'leading-s': '1.5',
  'leading-h': '1.1',
  measure: '66ch',
} as const;

/** Multiples of 8 px. */
export const space = {
  's-half': '0.25rem',
  s1: '0.5rem',
  s2: '1rem',
  s3: '1.5rem',
  s4: '2rem',
  s5: '2.5rem',
  s6: '3rem',
  s8: '4rem',
  s10: '5rem',
  // Space above and below a section of a page.
  section: 'clamp(2.5rem, 1.2rem + 7.5vw, 8rem)',
  width: '75rem',
  gutter: 'clamp(1.25rem, 0.9rem + 1.6vw, 2rem)',
  header: '4.5rem',
  radius: '4px',
  'radius-l': '8px',
  target: '2.75rem',
} as const;

export const motion = {
  ease: 'cubic-bezier(0.2, 0, 0, 1)',
  quick: '140ms',
  'page-fade': '650ms',
} as const;

export const light = {
  canvas: '#ffffff',
  surface: '#f4f6f9',
  'surface-2': '#e8edf3',
  raised: '#ffffff',
  line: '#d9e0e9',
  'line-strong': '#7c8ba1',
  ink: '#0a1a2f',
  'ink-2': '#3b4b61',
  'ink-3': '#56657b',
  primary: '#1450c8',
  'primary-hover': '#0e3d9e',
  'primary-soft': '#e9f0fd',
  'on-primary': '#ffffff',
  gain: '#0a6e45',
  loss: '#b3261e',
  danger: '#b3261e',
  'danger-soft': '#fdeeec',
  success: '#0a6e45',
  'success-soft': '#e8f5ef',
  backdrop: 'rgb(10 26 47 / 0.56)',
  behind: '#767f8b',
  float: '0 2px 6px rgb(10 26 47 / 0.1), 0 16px 48px rgb(10 26 47 / 0.18)',
} as const;

export const dark = {
  canvas: '#060c17',
  surface: '#0c1524',
  'surface-2': '#142136',
  raised: '#101b2d',
  line: '#20304a',
  'line-strong': '#647793',
  ink: '#f0f4fa',
  'ink-2': '#bcc7d8',
  'ink-3': '#93a1b8',
  primary: '#ff9138',
  'primary-hover': '#ffab66',
  'primary-soft': '#27190d',
  'on-primary': '#170b00',
  gain: '#45cf93',
  loss: '#ff8478',
  danger: '#ff8478',
  'danger-soft': '#2b1214',
  success: '#45cf93',
  'success-soft': '#0b231b',
  backdrop: 'rgb(0 3 10 / 0.72)',
  behind: '#02060e',
  float: '0 2px 6px rgb(0 0 0 / 0.5), 0 16px 48px rgb(0 0 0 / 0.6)',
} as const satisfies Record<keyof typeof light, string>;

/** Colours for readers with forced colours: drawings keep their lines and bars in system colours. */
export const forced = {
  canvas: 'Canvas',
  surface: 'Canvas',
  'surface-2': 'Canvas',
  raised: 'Canvas',
  line: 'GrayText',
  'line-strong': 'CanvasText',
  ink: 'CanvasText',
  'ink-2': 'CanvasText',
  'ink-3': 'CanvasText',
  primary: 'Highlight',
  'primary-hover': 'Highlight',
  'on-primary': 'HighlightText',
  gain: 'CanvasText',
  loss: 'CanvasText',
} as const satisfies Partial<Record<keyof typeof light, string>>;

/** Background of the platform's screenshots while they load; the platform is dark in both themes. */
export const pictures = { 'behind-screen': dark.canvas } as const;

/** Additional colours of charts and drawings on light ground, used in PDFs and pictures only. */
export const onLight = {
  benchmark: '#6b7a90',
  'second-benchmark': '#a3b1c4',
  faint: '#c6d0dd',
  edge: '#8494aa',
  orange: '#c2600a',
  'picture-ground': '#eef2f8',
  'picture-orange': '#e5721a',
  page: '#f7f8fa',
  'page-other': '#9aa9bf',
  sectors: ['#1450c8', '#0a6e45', '#b3261e', '#7a5af5', '#c2600a', '#0e7c91', '#8a6d00', '#6b7a90', '#0a1a2f'],
} as const;

export const onDark = {
  comparison: '#6ea2ff',
  benchmark: '#46597a',
  faint: '#2b405f',
  edge: '#4a6390',
  'faint-edge': '#1d3050',
  node: '#8fb0ea',
  ridge: '#7f96bd',
  'gain-bar': '#2f7d63',
  'loss-bar': '#7d4448',
  'gain-volume': '#1f4d43',
  'loss-volume': '#57303a',
  lines: [dark.primary, '#7fb0ff', '#e3eaf4', '#c98a4b', '#4f7fd6', '#8494aa'],
} as const;
