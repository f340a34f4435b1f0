import '../styles/fonts.css';
import '../../ui/tokens.css';
import '../styles/base.css';
import { hydrateRoot } from 'react-dom/client';
import { denyByDefault } from '../frame/consent-mode.ts';
import { keepStill } from '../frame/still.tsx';
import { App } from './app.tsx';
import { loadView, rowAt } from './page-modules.ts';

// Not awaited at the top: a page's chunk imports this one and would wait for it in turn. Where it fails, the rendered
// page stays readable and its links work.
denyByDefault();
const row = rowAt(location.pathname);
if (row.still) takeOver();
else void loadView(row).then(takeOver);

function takeOver() {
  keepStill('header', 'main', 'footer', 'floating');
  hydrateRoot(document.getElementById('root')!, <App />);
}
