import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import account from '../../../contract/demo-account.json' with { type: 'json' };
import { dataPaths, portfolioGroups, type Login } from '../../../contract/portfolio.ts';
import type { AttackOrder } from './attack-by.ts';

/** What everybody has who signed in with the demo account. `lists` and `details`: paths of the data calls. */
export type DataReader = { token: string; lists: readonly string[]; details: readonly string[] };

export async function signInToData(order: AttackOrder): Promise<DataReader> {
  const login = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(account) };
  const { TOKEN: token } = ((await ask(order, dataPaths.login, login)) as Login).msg;
  const headers = { authorization: `Bearer ${token}` };
  const details = portfolioGroups.map(async (group) => {
    const listed = (await ask(order, dataPaths.portfolios(group), { headers })) as { id: string }[];
    return listed.map(({ id }) => dataPaths.portfolio(group, encodeURIComponent(id)));
  });
  return { token, lists: portfolioGroups.map((group) => dataPaths.portfolios(group)), details: (await Promise.all(details)).flat() };
}

type Asked = { method?: string; headers: Readonly<Record<string, string>>; body?: string };

function ask({ port, tls, from }: AttackOrder, path: string, { method = 'GET', headers: more, body }: Asked): Promise<unknown> {
  const headers = { host: 'www.example.com', ...more };
  const to = { host: '127.0.0.1', port, path, method, headers, localAddress: from, agent: false };
  return new Promise((resolve, reject) => {
    const sent = tls ? requestTls({ ...to, servername: 'www.example.com', rejectUnauthorized: false }) : requestPlain(to);
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('end', () =>
        response.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(`${path} ${response.statusCode}`)),
      );
    });
    sent.end(body);
  });
}
