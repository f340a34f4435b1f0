import { createRoot, type Root } from 'react-dom/client';
import { ContactModal } from '../forms/contact-modal.tsx';
import type { ShownAbout } from '../frame/contact-button.tsx';
import { IslandRoot } from './island-root.tsx';

type Asked = { caller: string; about: string | undefined; request: object };

let root: Root | undefined;
/** Each until it is closed for good: one that was closed while it sends comes back with its result, whatever was opened since. */
const asked = new Map<string, Asked>();

/** @param about what is asked about, as its button has it */
export function showContactDialog(caller: string, about?: string): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')), { identifierPrefix: 'contact' });
  asked.set(`${caller} ${about}`, { caller, about, request: {} });
  render();
}

function render() {
  root!.render(
    Array.from(asked, ([key, { caller, about, request }]) => (
      <IslandRoot key={key}>
        <ContactModal
          caller={caller}
          about={about === undefined ? undefined : (JSON.parse(about) as ShownAbout)}
          request={request}
          onClose={() => {
            asked.delete(key);
            render();
          }}
        />
      </IslandRoot>
    )),
  );
}
