import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { Unavailable } from '../queue/job.ts';
import { temporaryFolder } from '../store/store.testing.ts';
import { pdf } from './applications.testing.ts';
import { scan } from './clamd.ts';
import { clamdProgram, eicar, startFakeClamd, startRealClamd } from './clamd.testing.ts';

describe.each(['tcp', 'unix'])('the scanner over %s', (kind) => {
  const start = () => startFakeClamd(kind === 'tcp' ? 0 : join(temporaryFolder(), 'clamd.ctl'));

  test('gets the file byte for byte, in pieces of any size, and calls it clean', async () => {
    const clamd = await start();
    for (const content of [pdf(3 * 1024 * 1024), pdf(65_536), Buffer.alloc(0)]) {
      expect(await scan(clamd.address, Readable.from([content]))).toEqual({ clean: true });
      expect(Buffer.compare(clamd.scanned.at(-1)!, content)).toBe(0);
    }
  });

  test('names what it finds', async () => {
    const clamd = await start();
    const content = [pdf(100_000), eicar, pdf(100_000)];
    expect(await scan(clamd.address, Readable.from(content))).toEqual({ clean: false, found: 'Eicar-Test-Signature' });
  });

  test('that says it is too much is neither clean nor infected', async () => {
    const clamd = await start();
    clamd.mode = 'small';
    await expect(scan(clamd.address, Readable.from([pdf(10_000)]))).rejects.toThrow('INSTREAM size limit exceeded');
  });

  test('that hangs up, is gone, or is silent when the server stops, is unavailable', async () => {
    const clamd = await start();
    clamd.mode = 'hangs up';
    await expect(scan(clamd.address, Readable.from([pdf()]))).rejects.toThrow(Unavailable);
    clamd.mode = 'silent';
    const stop = new AbortController();
    const waiting = scan(clamd.address, Readable.from([pdf(3 * 1024 * 1024)]), stop.signal);
    stop.abort();
    await expect(waiting).rejects.toThrow(Unavailable);
    await clamd.stop();
    await expect(scan(clamd.address, Readable.from([pdf()]))).rejects.toThrow(Unavailable);
  });
});

// Debian: apt-get install clamav-daemon
describe.skipIf(clamdProgram === undefined)('the real scanner', () => {
  test('calls a CV clean, names the test file in one, and says what is too much', async () => {
    const address = await startRealClamd();
    const [clean, bad, big] = [pdf(3 * 1024 * 1024), Buffer.concat([pdf(100_000), eicar, pdf(100_000)]), pdf(6 * 1024 * 1024)];
    expect(await scan(address, Readable.from([clean]))).toEqual({ clean: true });
    expect(await scan(address, Readable.from([bad]))).toEqual({ clean: false, found: 'Eicar-Test-Signature.UNOFFICIAL' });
    await expect(scan(address, Readable.from([big]))).rejects.toThrow('scanner');
    expect(await scan(address, Readable.from([Buffer.alloc(0)]))).toEqual({ clean: true });
  });
});
