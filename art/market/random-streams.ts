/** Random numbers from a seeded stream: the same seed gives the same numbers on every machine. */
export type Random = {
  /** Uniform in [0, 1). */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
  /** Student's t with `freedom` degrees of freedom, scaled to unit variance. */
  heavy(freedom: number): number;
};

/** Each seed has an independent stream, so that adding a series does not change the others. */
export function randomFor(seed: string): Random {
  const uniform = sfc32(seed);
  let spare: number | undefined;

  function normal(): number {
    if (spare !== undefined) {
      const kept = spare;
      spare = undefined;
      return kept;
    }
    // Box–Muller transform: two independent normals from two uniforms. 1 - u keeps the logarithm finite.
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }

  function heavy(freedom: number): number {
    let chi = 0;
    for (let i = 0; i < freedom; i++) chi += normal() ** 2;
    return (normal() / Math.sqrt(chi / freedom)) * Math.sqrt((freedom - 2) / freedom);
  }

  return { uniform, normal, heavy };
}

/** The sfc32 generator ("small fast counter", Doty-Humphrey), seeded with an FNV-1a hash of the text. */
function sfc32(seed: string): () => number {
  let hash = 0x811c9dc5;
  for (const char of seed) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  let a = hash | 0;
  let b = Math.imul(hash, 0x9e3779b1) | 0;
  let c = Math.imul(hash, 0x85ebca6b) | 0;
  let counter = 1;

  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4294967296;
  }

  for (let i = 0; i < 16; i++) next();
  return next;
}
