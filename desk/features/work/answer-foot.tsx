import { Button, ButtonLink } from '../../../ui/button.tsx';
import { FormFoot } from '../../parts/desk-form.tsx';

type FootProps = {
  /** What sends it; undefined: the desk cannot mail it. */
  send: string | undefined;
  /** Opens it in a mail program; undefined: there is nobody to send it to. */
  mailto: string | undefined;
  /** Does so in the place of the address, which is not whole yet. */
  onOpen?: (() => void) | undefined;
  /** It went otherwise; undefined: it cannot. */
  onNote: (() => void) | undefined;
  onClose: () => void;
  isPending: boolean;
};

/** What is done with an answer, what comes first as the primary one. It stays in sight while the text scrolls beneath it. */
export function AnswerFoot({ send, mailto, onOpen, onNote, onClose, isPending }: FootProps) {
  return (
    <FormFoot sticky>
      {send !== undefined && (
        <Button type="submit" busy={isPending}>
          {send}
        </Button>
      )}
      {onNote !== undefined && mailto !== undefined && (
        <ButtonLink
          variant={send === undefined ? 'primary' : 'outline'}
          href={mailto}
          onClick={(event) => {
            if (onOpen === undefined) return;
            event.preventDefault();
            onOpen();
          }}
        >
          Open my mail program
        </ButtonLink>
      )}
      {onNote !== undefined && (
        <Button variant={send === undefined && mailto === undefined ? 'primary' : 'outline'} busy={isPending} onClick={onNote}>
          Note it as sent
        </Button>
      )}
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </FormFoot>
  );
}
