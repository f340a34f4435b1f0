import { createTransport } from 'nodemailer';
import { compose, type Message } from './message.ts';

export function createComposer(from: string): (message: Message) => Promise<Buffer> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (message) => (await composer.sendMail(compose(message, from))).message as Buffer;
}
