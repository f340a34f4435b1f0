import head from '../generated/head.json';
import { HomePage } from '../generated/home-page.jsx';
import { ContactDialog } from '../shared/contact-dialog.jsx';

export function meta() {
  return [{ title: head.title }, { name: 'description', content: head.description }];
}

export default function Home() {
  return (
    <>
      <HomePage />
      <ContactDialog />
    </>
  );
}
