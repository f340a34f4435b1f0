/** @returns a function that keeps the results of another by their key. Where there are `most`, it forgets all. */
export function memoize<Result>(most: number, read: (key: string) => Result): (key: string) => Result {
  const kept = new Map<string, Result>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= most) kept.clear();
    const result = read(key);
    kept.set(key, result);
    return result;
  };
}
