import '../generated/site.css';
import { Links, Meta, Outlet, Scripts } from 'react-router';
import head from '../generated/head.json';

export default function Root() {
  return (
    <html lang="en-GB" data-theme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <Meta />
        {head.fonts.map((font) => (
          <link key={font} rel="preload" as="font" crossOrigin="" href={font} />
        ))}
        <Links />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
