import { messageTexts as shipped } from '../../contract/forms/contact-page.ts';
import { declared } from './declared.ts';

export const messageFormWords = declared('messageForm', shipped);
