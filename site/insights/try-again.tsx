import type { MouseEvent } from 'react';
import { insights } from '../content/insights.ts';
import { Button } from '../../ui/button.tsx';

export function LoadAgain({ onAgain }: { onAgain: () => void }) {
  const again = (event: MouseEvent) => {
    event.preventDefault();
    onAgain();
  };
  return (
    <form>
      <Button type="submit" onClick={again}>
        {insights.again}
      </Button>
    </form>
  );
}
