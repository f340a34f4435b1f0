export { ApplicationForm as Component } from '../forms/application-form.tsx';
