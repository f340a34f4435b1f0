/*
 * Runs in the head of every page before anything is painted. It goes into the document as text, so it imports nothing;
 * early.test.ts holds its theme rule against the contract's.
 */
(() => {
  const { hash, pathname } = location;
  // An old-style address. A second slash would make it another site's.
  if (pathname === '/' && /^#\/(?![/\\])/.test(hash)) location.replace(hash.slice(1));
  else if (/cognitivepro|confirm|formsent/.test(pathname + hash)) document.documentElement.dataset['theme'] = 'dark';
})();
