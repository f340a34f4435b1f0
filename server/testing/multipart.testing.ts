export type Part = { name: string; value: string | Buffer; filename?: string; type?: string };

export function multipart(services: readonly Part[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = '----test-boundary-7d1f';
  const pieces = services.flatMap(({ name, value, filename, type }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
    type === undefined ? '\r\n' : `Content-Type: ${type}\r\n\r\n`,
    value,
    '\r\n',
  ]);
  const payload = Buffer.concat(
    [...pieces, `--${boundary}--\r\n`].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
  );
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
