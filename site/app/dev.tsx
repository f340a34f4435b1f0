import '../styles/fonts.css';
import '../../ui/tokens.css';
import '../styles/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyTheme } from './arrival.ts';
import { loadView, rowAt } from './page-modules.ts';

// `npm run dev`: nothing is rendered ahead, so that every page comes from its code.
applyTheme();
await loadView(rowAt(location.pathname));
createRoot(document.getElementById('root')!).render(<App />);
