import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeCertificate } from '../../server/testing/certificate.testing.ts';
import { freePort } from '../../server/testing/free-port.testing.ts';

export const proxies = ['nginx', 'haproxy', 'caddy'] as const;
export type ProxyName = (typeof proxies)[number];
export type Proxy = { port: number; process: ChildProcess; stop: () => Promise<void> };

const deploy = join(import.meta.dirname, '../../deploy');

type Parts = { folder: string; plain: number; port: number; server: number };

/** Runs the program with the file of deploy/, its ports and paths replaced by those of a folder of its own. @param server the port of the one server */
export async function startProxy(name: ProxyName, server: number): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), `cognitive-${name}-`));
  const { cert, key } = makeCertificate({ name: 'www.example.com', hosts: ['www.example.com'] });
  const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), pem);
  writeFileSync(join(folder, 'both.pem'), cert + pem);
  const parts = { folder, plain: await freePort(), port: await freePort(), server };
  const args = configured[name](parts);
  const child = spawn(name, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let errors = '';
  child.stderr.on('data', (bytes) => (errors = `${errors}${String(bytes)}`.slice(-4000)));
  for (let tries = 0; !(await takes(parts.port)); tries += 1) {
    if (child.exitCode !== null || tries > 200) throw new Error(`${name} does not listen: ${errors}`);
    await pause(50);
  }
  return {
    port: parts.port,
    process: child,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const configured: Readonly<Record<ProxyName, (parts: Parts) => string[]>> = {
  nginx: ({ folder, plain, port, server }) => {
    const site = shipped('nginx.conf')
      .replaceAll('/etc/letsencrypt/live/www.example.com/fullchain.pem', join(folder, 'cert.pem'))
      .replaceAll('/etc/letsencrypt/live/www.example.com/privkey.pem', join(folder, 'key.pem'))
      .replaceAll('/var/log/nginx', folder)
      .replaceAll(/^\s*listen \[::\].*$/gm, '')
      .replaceAll(/listen 80\b/g, `listen 127.0.0.1:${plain}`)
      .replaceAll(/listen 443\b/g, `listen 127.0.0.1:${port}`)
      .replaceAll(/^\s*server 127\.0\.0\.1:3001.*$/gm, '')
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${server}`);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`);
    const main = `pid ${folder}/pid; daemon off; worker_processes 1; events { worker_connections 4096; }`;
    writeFileSync(join(folder, 'nginx.conf'), `${main} http { ${paths.join(' ')}\n${site}\n}`);
    return ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')];
  },
  haproxy: ({ folder, plain, port, server }) => {
    const site = shipped('haproxy.cfg')
      .replaceAll('/etc/haproxy/www.example.com.pem', join(folder, 'both.pem'))
      .replaceAll(/^ +(?:user|group) haproxy$/gm, '')
      .replaceAll(/^ +log \/dev\/log.*$/gm, '')
      .replaceAll(/bind :80$/gm, `bind 127.0.0.1:${plain}`)
      .replaceAll(/bind :443\b/g, `bind 127.0.0.1:${port}`)
      .replaceAll(/^ +server b 127\.0\.0\.1:3001.*$/gm, '')
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${server}`);
    writeFileSync(join(folder, 'haproxy.cfg'), site);
    return ['-db', '-f', join(folder, 'haproxy.cfg')];
  },
  caddy: ({ folder, plain, port, server }) => {
    const site = shipped('Caddyfile')
      .replace(/^\{$/m, `{\n\tadmin off\n\tauto_https off\n\thttp_port ${plain}\n\thttps_port ${port}`)
      .replace(
        /^www\.example\.com \{$/m,
        `https://www.example.com:${port} {\n\tbind 127.0.0.1\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`,
      )
      .replaceAll('/var/log/caddy', folder)
      .replaceAll(' 127.0.0.1:3001', '')
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${server}`);
    writeFileSync(join(folder, 'Caddyfile'), site);
    return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  },
};

function shipped(name: string): string {
  return readFileSync(join(deploy, name), 'utf8');
}

function takes(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
