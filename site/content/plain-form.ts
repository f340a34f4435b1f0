import { shippedWhen } from '../../contract/forms/plain-form.ts';
import { declared } from './declared.ts';

/** Hints of forms in pages without scripts. */
export const { when } = declared('plainForm', { when: shippedWhen });
