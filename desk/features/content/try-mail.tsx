import { tryContentMail } from '../../../contract/calls/desk/content-calls.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { useChange } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';

/** A button that sends the previewed mail to the user. @param page the variant of the mail, `mail:…` */
export function TryMail({ draft, page }: { draft: string; page: string }) {
  const { address, sendsMail } = useSignedIn();
  const attempt = useChange(tryContentMail, {
    changes: [],
    onDone: () => notify(sendsMail ? `It is on its way to ${address}.` : 'It becomes a file on the server: no mail leaves it.'),
  });
  return (
    <>
      <FaultAlert fault={attempt.error} title="Not mailed" />
      <p>
        <SmallButton variant="outline" busy={attempt.isPending} onClick={() => attempt.mutate({ draft, page })}>
          Mail it to me
        </SmallButton>
      </p>
    </>
  );
}
