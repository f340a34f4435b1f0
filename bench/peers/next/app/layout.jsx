import '../generated/site.css';
import { preload } from 'react-dom';
import head from '../generated/head.json';

export const metadata = { title: head.title, description: head.description };

export default function Layout({ children }) {
  for (const font of head.fonts) preload(font, { as: 'font', crossOrigin: '' });
  return (
    <html lang="en-GB" data-theme="light">
      <body>{children}</body>
    </html>
  );
}
