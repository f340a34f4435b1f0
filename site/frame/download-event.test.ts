import { elementAt } from '../../contract/checked.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setChoice } from './consent-choice.ts';
import { sendDownload } from './download-event.ts';

const sendBeacon = vi.fn<(address: string, body: string) => boolean>(() => true);

beforeEach(() => vi.stubGlobal('navigator', { sendBeacon }));

afterEach(() => {
  vi.unstubAllGlobals();
  sendBeacon.mockClear();
  setChoice(undefined);
});

it('sends nothing without consent, nor with consent to measurement only', () => {
  sendDownload('a-paper.pdf');
  setChoice({ categories: ['measurement'], at: 0 });
  sendDownload('a-paper.pdf');
  expect(sendBeacon).not.toHaveBeenCalled();
});

it('sends the event with the visitor id once marketing is agreed to', () => {
  setChoice({ categories: ['marketing'], at: 0 });
  sendDownload('a-paper.pdf');
  const [address, body] = elementAt(sendBeacon.mock.calls, 0);
  expect(address).toMatch(/^https:/);
  expect(JSON.parse(body)).toEqual({ event: 'Download', visitor: expect.stringMatching(/^[\da-f-]{36}$/), item: 'a-paper.pdf' });
});

it('waits for the record of the choice, and takes no later choice for it', () => {
  sendDownload('a-paper.pdf');
  setChoice({ categories: ['marketing'], at: Date.now() - 1000 });
  expect(sendBeacon).toHaveBeenCalledTimes(1);
  setChoice(undefined);
  sendDownload('another.pdf');
  setChoice({ categories: ['marketing'], at: Date.now() + 1000 });
  expect(sendBeacon).toHaveBeenCalledTimes(1);
});
