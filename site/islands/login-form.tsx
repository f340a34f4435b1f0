export { LoginForm as Component } from '../pages/login/login-form.tsx';
