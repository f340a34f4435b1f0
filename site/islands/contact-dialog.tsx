import { createRoot, type Root } from 'react-dom/client';
import { ContactModal } from '../forms/contact-modal.tsx';
import type { ShownAbout } from '../frame/contact-button.tsx';
import { IslandRoot } from './island-root.tsx';

let root: Root | undefined;

/** @param about what is asked about, as its button has it */
export function showContactDialog(caller: string, about?: string): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')), { identifierPrefix: 'contact' });
  const current = root;
  current.render(
    <IslandRoot key={`${caller} ${about}`}>
      <ContactModal
        caller={caller}
        about={about === undefined ? undefined : (JSON.parse(about) as ShownAbout)}
        request={{}}
        onClose={() => current.render(null)}
      />
    </IslandRoot>,
  );
}
