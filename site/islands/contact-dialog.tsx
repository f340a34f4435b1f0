import { createRoot, type Root } from 'react-dom/client';
import { ContactModal } from '../forms/contact-modal.tsx';
import { IslandRoot } from './island-root.tsx';

let root: Root | undefined;

export function showContactDialog(caller: string): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')), { identifierPrefix: 'contact' });
  const current = root;
  current.render(
    <IslandRoot key={caller}>
      <ContactModal caller={caller} request={{}} onClose={() => current.render(null)} />
    </IslandRoot>,
  );
}
