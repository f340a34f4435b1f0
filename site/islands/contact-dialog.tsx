import { createRoot, type Root } from 'react-dom/client';
import { ContactModal } from '../forms/contact-modal.tsx';
import type { ShownAbout } from '../frame/contact-button.tsx';
import { IslandRoot } from './island-root.tsx';

type Asked = { caller: string; about: string | undefined; request: object };

let root: Root | undefined;
/** Every dialog until it is closed for good: one that was closed while sending reopens with its result, even if others were opened since. */
const asked = new Map<string, Asked>();

/** @param about the item that the request is about, as the button's `data-about` */
export function showContactDialog(caller: string, about?: string): void {
  asked.set(`${caller} ${about}`, { caller, about, request: {} });
  render();
}

function render() {
  root ??= createRoot(document.body.appendChild(document.createElement('div')), { identifierPrefix: 'contact' });
  root.render(
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
