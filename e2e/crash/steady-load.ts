import { connect, type ServerAnswer } from './client.ts';
import { demoRequest, formPath } from './demo-form.ts';
import { pause } from './wait-until.ts';

export type SteadyLoad = {
  answers: Array<ServerAnswer & { email: string }>;
  /** Mail addresses whose forms were answered 201. */
  accepted(): string[];
  stop(): Promise<void>;
};

/** Visitors send forms. @param pace milliseconds that each waits between two forms */
export function sendSteadily(url: string, { label = 'load', pace = 100, visitors = 4 } = {}): SteadyLoad {
  const answers: Array<ServerAnswer & { email: string }> = [];
  const stopping = new AbortController();
  const sender = async (name: string): Promise<void> => {
    const client = connect(url);
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const email = `${label}-${name}-${n}@visitors.example`;
      const answer = await client.postForm(formPath, demoRequest(email), { 'idempotency-key': email }).catch(() => undefined);
      // No answer while the server is stopped.
      if (answer) answers.push({ ...answer, email });
      await pause(pace);
    }
    client.close();
  };
  const done = Promise.all(Array.from({ length: visitors }, (_, n) => sender(`${n}`)));
  return {
    answers,
    accepted: () => answers.filter(({ status }) => status === 201).map(({ email }) => email),
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}
