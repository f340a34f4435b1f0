import type { Social } from '../../contract/company-details.ts';

const paths: Record<Social['network'], string> = {
  LinkedIn: 'M4 4h16v16H4zM8 10.5v6M8 7.4v.2M11.5 16.5v-6m0 2.6c0-3.4 4.7-3.6 4.7 0v3.4',
  Instagram: 'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4Zm4 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm4.5-8.1v.2',
  Facebook: 'M4 4h16v16H4zM13 20v-8.5c0-1.7.8-2.5 2.5-2.5H17M10.5 13h5.5',
  YouTube: 'M6 6h12a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3Zm4.5 3.5v5l4-2.5z',
};

export function SocialIcon({ network }: { network: Social['network'] }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d={paths[network]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
