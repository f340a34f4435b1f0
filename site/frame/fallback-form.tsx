/** Where buttons that open a dialog lead while there is no code to open it: each is a submit button of this form. */
export const FALLBACK = 'fallback';

export function FallbackForm() {
  return <form id={FALLBACK} hidden action="/contacts" />;
}
