import { useState, type ReactNode } from 'react';
import type { Call } from '../../../contract/calls/desk/call.ts';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import type * as v from 'valibot';
import { Alert } from '../../../ui/alert.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useChange } from '../../data/queries.ts';
import { DeskForm, FieldList, FormFoot } from '../../parts/desk-form.tsx';
import { useDraft } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { useFaults } from '../../parts/faults-of.ts';
import { notify } from '../../parts/notice.ts';
import { isEdited, mailtoAddress, readAnswerDraft, type AnswerDraft } from './answer-draft.ts';
import { ChangedSince, useRead } from './changed-since.tsx';
import type { TimelineProps } from './lead-timeline.tsx';
import { MailFields, type MailText } from './mail-fields.tsx';
import { MailRefusal, ownHint } from './mail-refusal.tsx';
import type { ChangeAnswer, Changing, Section, SeenVersion } from './sections.ts';
import { TemplateChoice } from './template-choice.tsx';
import { useColleagues } from './use-colleagues.ts';
import { conflictWords } from './work-parts.tsx';

type Way = 'ours' | 'own';
type Input = SeenVersion & MailText & { way?: Way | undefined; template?: string | undefined };
type Kept = { version: number; owner: string | null };
type Answering<W> = Pick<Section, 'read' | 'lists'> &
  Pick<Changing<W>, 'standing'> & {
    answer: Call<v.GenericSchema<Input>, v.GenericSchema<ChangeAnswer<W> | { outcome: 'not sent'; reason: string }>>;
  };
type Page = Pick<DeskLeadPage, 'id' | 'email' | 'version' | 'timeline' | 'mailRefusal' | 'sample'> & { section?: DeskLeadPage['section'] };

type UseAnswer<W> = {
  of: Answering<W>;
  page: Page;
  /** The text that a template begins as. */
  begin: (template: string) => AnswerDraft;
  /** The template that an empty draft starts with. */
  first: string;
  /** The word for it in messages: `answer` or `mail`. */
  noun: string;
  /** Further fields of the call. */
  more?: (draft: AnswerDraft) => object;
  onClose: () => void;
};

/** An answer by staff. Its text is a draft until the server has accepted it. */
export function useAnswer<W extends Kept>({ of, page, begin, first, noun, more, onClose }: UseAnswer<W>) {
  const { nameOf } = useColleagues();
  const [stored, store] = useDraft(`answer ${page.id}`);
  const begun = readAnswerDraft(stored);
  const { read, version, since } = useRead(page, begun?.read);
  const draft = begun ?? begin(first);
  const [outcome, setOutcome] = useState<{ work?: W; reason?: string }>({});
  const change = useChange(of.answer, {
    changes: [of.read, ...of.lists],
    onDone: (output, { way }) => {
      if (output.outcome === 'not sent') return setOutcome({ reason: output.reason });
      if (output.outcome === 'changed since') return setOutcome({ work: output.work });
      store('');
      notify(way === 'ours' ? `The ${noun} is on its way.` : `The ${noun} is noted as sent.`);
      onClose();
    },
  });
  const isOurs = page.mailRefusal === null;
  const { subject, text, template } = draft;
  const input = { id: page.id, version, way: 'ours' as Way, subject, text, ...(template !== '' && { template }), ...more?.(draft) };
  const { faults, check } = useFaults(of.answer.input, input, change);
  const send = (way: Way, onto = version) => check() && change.mutate({ ...input, way, version: onto });
  return {
    draft,
    isStored: stored !== '',
    isOurs,
    faults,
    write: (next: AnswerDraft) => store(JSON.stringify({ ...next, read })),
    send,
    check,
    isPending: change.isPending,
    /** What stands in the way of sending it. */
    results: {
      fault: change.error,
      reason: outcome.reason,
      since,
      refused: outcome.work && conflictWords(of.standing(outcome.work), nameOf(outcome.work.owner), `the ${noun}`),
      // Based on the version that is shown now.
      onInsist: () => send(change.variables?.way ?? (isOurs ? 'ours' : 'own'), Math.max(outcome.work?.version ?? 0, page.version)),
    },
  };
}

type AnswerProps = {
  page: Page;
  answer: ReturnType<typeof useAnswer>;
  templates: readonly (readonly [template: string, words: string])[];
  begin: (template: string) => AnswerDraft;
  onBegin?: (template: string) => void;
  noun: string;
  rows: number;
  subjectLength?: number;
  words?: TimelineProps['words'];
  /** Content between the templates and the text, and content below the text. */
  above?: ReactNode;
  below?: ReactNode;
  /** What follows from sending it, and other hints. */
  hint?: ReactNode;
  /** Whether only the desk can send it: it cannot be noted as sent. */
  needsDesk?: boolean;
  /** Opens the mail program when the text is not final yet; undefined: the text is final. */
  onOpen?: (() => void) | undefined;
  onClose: () => void;
};

/** A form for a mail from a template, sent by our mail server or by the user's mail program. */
export function AnswerForm(props: AnswerProps) {
  const {
    page,
    answer,
    templates,
    begin,
    onBegin,
    noun,
    rows,
    subjectLength,
    above,
    below,
    hint,
    needsDesk = false,
    onOpen,
    onClose,
  } = props;
  const { draft, isOurs, write, send } = answer;
  const label = noun.charAt(0).toUpperCase() + noun.slice(1);
  const mailto = page.sample ? undefined : mailtoAddress(page.email, draft);
  // The action of the first button, for Ctrl Enter.
  const sendFirst = () => {
    if (isOurs) send('ours');
    else if (mailto === undefined && !needsDesk) send('own');
    else if (!needsDesk) (onOpen ?? (() => location.assign(mailto ?? '')))();
  };
  return (
    <DeskForm onSend={sendFirst}>
      <FieldList>
        {page.mailRefusal !== null && <MailRefusal reason={page.mailRefusal} isSample={page.sample} />}
        <TemplateChoice
          templates={templates}
          chosen={draft.template}
          isEdited={isEdited(draft, begin(draft.template))}
          onBegin={(template) => {
            write(begin(template));
            onBegin?.(template);
          }}
        />
        {above}
        <MailFields
          mail={draft}
          label={label}
          rows={rows}
          {...(subjectLength !== undefined && { subjectLength })}
          faults={answer.faults}
          onWrite={(mail) => write({ ...draft, ...mail })}
        />
        {below}
        <p className="fine faint">
          To {page.email}. {hint} {!needsDesk && ownHint(page)}
          {answer.isStored && ' A draft in this tab until it is sent.'}
        </p>
        <Results noun={noun} page={page} words={props.words} results={answer.results} />
      </FieldList>
      <FormFoot sticky>
        {isOurs && (
          <Button type="submit" busy={answer.isPending}>
            Send
          </Button>
        )}
        {!needsDesk && mailto !== undefined && (
          <ButtonLink
            variant={isOurs ? 'outline' : 'primary'}
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
        {!needsDesk && (
          <Button variant={isOurs || mailto !== undefined ? 'outline' : 'primary'} busy={answer.isPending} onClick={() => send('own')}>
            Note it as sent
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </FormFoot>
    </DeskForm>
  );
}

type ResultsProps = Pick<AnswerProps, 'noun' | 'page'> & {
  words: TimelineProps['words'];
  results: ReturnType<typeof useAnswer>['results'];
};

function Results({ noun, page, words, results: { fault, reason, ...since } }: ResultsProps) {
  return (
    <>
      <FaultAlert fault={fault} title={`Not sent yet. Your ${noun} stays here`} />
      {reason !== undefined && (
        <Alert look="danger" icon="warning" title="Not sent">
          <p>{reason}</p>
        </Alert>
      )}
      <ChangedSince page={page} words={words} {...since} />
    </>
  );
}
