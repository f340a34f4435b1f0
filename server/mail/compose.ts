import { compose, type Message } from './message.ts';

/** nodemailer is loaded when the first mail is written. */
export function createComposer(from: string): (message: Message) => Promise<Buffer> {
  const load = async () => (await import('nodemailer')).createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let composer: ReturnType<typeof load> | undefined;
  return async (message) => {
    composer ??= load();
    return (await (await composer).sendMail(compose(message, from))).message as Buffer;
  };
}
