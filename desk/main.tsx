import '../ui/styles/layers.css';
import './desk.css';
import '../ui/styles/fonts.css';
import '../ui/tokens.css';
import '../ui/layout.css';
import '../ui/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { present } from '../contract/checked.ts';
import { App } from './app/app.tsx';
import { startNavigation } from './router/navigation.ts';
import { viewAt } from './app/views.ts';
import { watchAttendance } from './data/attendance.ts';
import { queries } from './data/queries.ts';
import { startKeyboard } from './keyboard/keyboard.ts';
import { startColours } from './shell/colours.ts';

startColours();
watchAttendance();
startNavigation((path) => viewAt(path) !== undefined);
startKeyboard();

createRoot(present(document.getElementById('root'))).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
