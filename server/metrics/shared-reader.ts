/** Milliseconds that a scrape waits for the store, and for which an answer serves whatever else is scraped. */
const PATIENCE = 3000;
const FRESH = 1000;

/** @returns reads, once for all that ask at a time; undefined where the store does not answer */
export function createSharedReader<Answer>(read: () => Promise<Answer>): () => Promise<Answer | undefined> {
  let answer: Promise<Answer | undefined> | undefined;
  let until = 0;
  return () => {
    if (answer === undefined || performance.now() > until) {
      answer = within(PATIENCE, read()).catch(() => undefined);
      until = performance.now() + FRESH;
    }
    return answer;
  };
}

async function within<Answer>(ms: number, asked: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the store takes too long')), ms);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
