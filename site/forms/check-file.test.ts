import { present } from '../../contract/checked.ts';
import { describe, expect, it } from 'vitest';
import { careerForm } from '../../contract/forms/career.ts';
import { checkFile } from './check-file.ts';

const cv = present(careerForm.file);
const pdf = (size: number, rest = '') => new Blob(['%PDF-1.7\n', new Uint8Array(Math.max(0, size - 9 - rest.length)), rest]);

describe('checkFile', () => {
  it('takes a PDF up to the limit, and judges by content alone', async () => {
    expect(await checkFile(cv, pdf(cv.maxBytes))).toBeUndefined();
    expect(await checkFile(cv, pdf(cv.maxBytes + 1))).toBe('size');
    expect(await checkFile(cv, new Blob([]))).toBe('empty');
    expect(await checkFile(cv, new File(['<html>'], 'cv.pdf', { type: 'application/pdf' }))).toBe('type');
    expect(await checkFile(cv, new Blob([new Uint8Array(cv.maxBytes + 1)]))).toBe('type');
  });

  it('reads to the end: what protects a PDF stands there', async () => {
    expect(await checkFile(cv, pdf(1_000_000, 'trailer<</Encrypt 5 0 R>>'))).toBe('protected');
  });

  it('reads no more of one that is too large than its beginning', async () => {
    let read = 0;
    const large = pdf(cv.maxBytes * 4);
    const counted = {
      size: large.size,
      slice: (from: number, to: number) => {
        read += to - from;
        return large.slice(from, to);
      },
    } as unknown as Blob;
    expect(await checkFile(cv, counted)).toBe('size');
    expect(read).toBeLessThan(300_000);
  });

  it('refuses what cannot be read, as a folder that was dropped', async () => {
    const folder = { size: 4096, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('not readable')) }) } as unknown as Blob;
    expect(await checkFile(cv, folder)).toBe('type');
  });
});
