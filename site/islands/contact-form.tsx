export { ContactForm as Component } from '../pages/contacts/contact-form.later.tsx';
