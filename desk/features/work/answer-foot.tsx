import { Button, ButtonLink } from '../../../ui/button.tsx';
import { FormFoot } from '../../parts/desk-form.tsx';

type FootProps = {
  /** Label of the button that sends it; undefined: the desk cannot mail it. */
  send: string | undefined;
  /** Link that opens it in a mail program; undefined: there is no recipient. */
  mailto: string | undefined;
  /** Runs instead of following `mailto` when the text is not final yet. */
  onOpen?: (() => void) | undefined;
  /** Records that it was sent another way; undefined: not possible. */
  onNote: (() => void) | undefined;
  onClose: () => void;
  isPending: boolean;
};

/** The buttons below an answer; the first available one is the primary one. They stay visible while the text scrolls. */
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
