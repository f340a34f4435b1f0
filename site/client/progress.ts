let running = 0;

export async function withProgress<T>(work: Promise<T>): Promise<T> {
  show(1);
  try {
    return await work;
  } finally {
    show(-1);
  }
}

function show(by: number) {
  running += by;
  document.getElementById('progress')?.toggleAttribute('data-busy', running > 0);
}
