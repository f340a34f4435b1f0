// Runs in the document's head before the first paint; desk/shell/colours.ts updates it later.
(() => {
  const { dataset } = document.documentElement;
  dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  try {
    dataset.theme = localStorage.getItem('theme') ?? dataset.theme;
  } catch {
    // Storage is off: uses the system's setting.
  }
})();
