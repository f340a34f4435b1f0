// In the document's head, before the first paint; desk/shell/colours.ts goes on from here.
(() => {
  const { dataset } = document.documentElement;
  dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  try {
    dataset.theme = localStorage.getItem('theme') ?? dataset.theme;
  } catch {
    // Storage is off: as the machine is set.
  }
})();
