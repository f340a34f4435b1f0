import { Button, Link, Text } from '../mail/layout.tsx';
import { placeLine, type WorkPlace } from './notice-rows.ts';

/** The last part of a notice to staff: a button that opens the lead at the desk, or the command that shows it. */
export function WorkPlaceButton({ place }: { place: WorkPlace }) {
  if ('command' in place) return <Text quiet>{placeLine(place)}</Text>;
  return (
    <Button href={place.url} fallback="If the button does not work, open this address in your browser:">
      Open it at the desk
    </Button>
  );
}

/** The same for one entry of a list. */
export function WorkPlaceLink({ place }: { place: WorkPlace }) {
  return <Text quiet>{'url' in place ? <Link href={place.url}>Open it at the desk</Link> : placeLine(place)}</Text>;
}
