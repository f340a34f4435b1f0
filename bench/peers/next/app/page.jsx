import { HomePage } from '../generated/home-page.jsx';
import { ContactDialog } from '../shared/contact-dialog.jsx';

export default function Home() {
  return (
    <>
      <HomePage />
      <ContactDialog />
    </>
  );
}
