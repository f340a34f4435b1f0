export { ContactForm as Component } from '../pages/contacts/contact-form.tsx';
