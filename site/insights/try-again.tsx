import type { MouseEvent } from 'react';
import { insights } from '../content/insights.ts';
import { Button } from '../../ui/button.tsx';

/**
 * A button to load missing data. Because of `data-missing` the page starts the island as soon as it is in sight, which loads the data by itself
 * (site/client/islands.ts).
 */
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
