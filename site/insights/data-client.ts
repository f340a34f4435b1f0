import account from '../../contract/demo-account.json' with { type: 'json' };
import { dataPaths, type Login } from '../../contract/portfolio.ts';
import { keep, readKept } from '../frame/browser-storage.ts';

export class DataRefusal extends Error {
  readonly status: number;
  constructor(path: string, status: number) {
    super(`${path} answered ${status}`);
    this.status = status;
  }
}

export type DataClient = {
  read<T>(path: string): Promise<T>;
  readOpen<T>(path: string): Promise<T>;
};

type Parts = { origin: string; fetch: typeof fetch };

/**
 * Reads the data API. It gets a token with the shared demo account, once for all simultaneous calls, stores it in the session storage, and renews it
 * once if it has expired.
 */
export function createDataClient({ origin, fetch }: Parts): DataClient {
  let current = readKept('TOKEN');
  let login: Promise<string> | undefined;

  function token(): Promise<string> {
    if (current !== undefined) return Promise.resolve(current);
    login ??= logIn().finally(() => (login = undefined));
    return login;
  }

  async function logIn(): Promise<string> {
    const response = await fetch(origin + dataPaths.login, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ email: account.email, password: account.password }),
    });
    const { msg } = await json<Login>(dataPaths.login, response);
    current = msg.TOKEN;
    keep('TOKEN', current);
    return current;
  }

  async function ask(path: string, bearer?: string): Promise<Response> {
    return fetch(origin + path, {
      headers: { accept: 'application/json', ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }) },
    });
  }

  return {
    async read<T>(path: string) {
      const first = await token();
      const response = await ask(path, first);
      if (response.status !== 401) return json<T>(path, response);
      // Another call may already have renewed it.
      if (current === first) current = undefined;
      return json<T>(path, await ask(path, await token()));
    },
    async readOpen<T>(path: string) {
      return json<T>(path, await ask(path));
    },
  };
}

async function json<T>(path: string, response: Response): Promise<T> {
  if (!response.ok) throw new DataRefusal(path, response.status);
  return (await response.json()) as T;
}
