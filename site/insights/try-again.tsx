import type { MouseEvent } from 'react';
import { insights } from '../content/insights.ts';
import { Button } from '../../ui/button.tsx';

/** Where data are missing. Its mark lets the page ask for them by itself, once this is in sight (site/client/islands.ts). */
export function LoadAgain({ onAgain }: { onAgain: () => void }) {
  const again = (event: MouseEvent) => {
    event.preventDefault();
    onAgain();
  };
  return (
    <form data-missing>
      <Button type="submit" onClick={again}>
        {insights.again}
      </Button>
    </form>
  );
}
