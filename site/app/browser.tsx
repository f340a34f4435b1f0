import '../styles/fonts.css';
import '../styles/tokens.css';
import '../styles/base.css';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { loadView, rowAt } from './page-modules.ts';

// The rendered page stays readable and its links work, whatever goes wrong here.
await loadView(rowAt(location.pathname));
hydrateRoot(document.getElementById('root')!, <App />);
