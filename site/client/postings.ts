export function startPostings(): void {
  for (const posting of document.querySelectorAll<HTMLElement>('[data-until]')) {
    posting.hidden = (posting.dataset['until'] ?? '') < today();
  }
  showNotice();
  leadBack();
}

function showNotice() {
  const asked = new URLSearchParams(location.search).get('notice');
  for (const notice of document.querySelectorAll<HTMLTemplateElement>('template[data-notice]')) {
    if (notice.dataset['notice'] === asked) notice.replaceWith(notice.content);
  }
}

function leadBack() {
  const page = document.querySelector<HTMLElement>('[data-closes], [data-no-position]');
  const { closes, noPosition } = page?.dataset ?? {};
  const asked = new URLSearchParams(location.search).get('position');
  if (noPosition !== undefined) {
    const notice = noPosition.split(' ').includes(asked ?? '') ? 'closed' : 'unknown';
    location.replace(asked ? `/careers?notice=${notice}` : '/careers');
  } else if (closes && closes < today()) location.replace('/careers?notice=closed');
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
