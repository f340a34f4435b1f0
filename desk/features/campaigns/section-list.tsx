import { useState } from 'react';
import { changeCampaign, readCampaign, type CampaignChange } from '../../../contract/calls/desk/campaign-calls.ts';
import { campaignQuestionNames, campaignQuestions, sectionKinds, type CampaignSection } from '../../../contract/campaign-page.ts';
import { questionUses } from '../../../contract/content-fields.ts';
import { campaignSections, textsOf } from '../../../contract/campaigns.ts';
import { useChange } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import type { Campaign } from './campaign-words.ts';
import { SavedText } from './saved-text.tsx';
import styles from './campaigns.module.css';

type ListProps = {
  campaign: Campaign;
  chosen: string | undefined;
  onChoose: (key: string | undefined) => void;
  onType: (path: string, text: string) => void;
};

/** The sections of a page, each with its texts, and a button that adds one. */
export function SectionList({ campaign, chosen, onChoose, onType }: ListProps) {
  const [kind, setKind] = useState<string>('text');
  const change = useChange(changeCampaign, { changes: [readCampaign] });
  const send = (one: CampaignChange) => change.mutate({ campaign: campaign.id, change: one });
  const { sections } = campaign.page;
  return (
    <section className="stack gap-1" aria-labelledby="sections">
      <h2 id="sections">Sections</h2>
      {campaign.faults['sections'] !== undefined && <p className={styles.warn}>{campaign.faults['sections']}</p>}
      <ol className={`stack gap-1 ${styles.list}`}>
        {sections.map((section, at) => (
          <li key={section.key}>
            <details className={styles.part} open={chosen === section.key}>
              {/* Opened by state instead of by the browser, because a press on the preview opens a section, too. */}
              <summary
                onClick={(event) => {
                  event.preventDefault();
                  onChoose(chosen === section.key ? undefined : section.key);
                }}
              >
                {campaignSections[section.kind].name}
                <span className="faint"> {section.texts['title']?.slice(0, 40)}</span>
                {hasFault(campaign, section) && <span className={styles.warn}> Look at this</span>}
              </summary>
              {chosen === section.key && (
                <div className={`stack gap-2 ${styles.fields}`}>
                  <SectionFields campaign={campaign} section={section} onType={onType} onChange={send} />
                  <div className="row wraps gap-1">
                    <SmallButton
                      variant="outline"
                      aria-disabled={at === 0}
                      onClick={() => at > 0 && send({ what: 'move', section: section.key, by: -1 })}
                    >
                      Move up
                    </SmallButton>
                    <SmallButton
                      variant="outline"
                      aria-disabled={at === sections.length - 1}
                      onClick={() => at < sections.length - 1 && send({ what: 'move', section: section.key, by: 1 })}
                    >
                      Move down
                    </SmallButton>
                    <SmallButton variant="outline" onClick={() => send({ what: 'remove', section: section.key })}>
                      Take out
                    </SmallButton>
                  </div>
                </div>
              )}
            </details>
          </li>
        ))}
      </ol>
      <FaultAlert fault={change.error} title="Not changed" />
      <div className={`row wraps gap-1 ${styles.add}`}>
        <SelectField
          label="Add a section"
          items={sectionKinds.map((one) => [one, campaignSections[one].name] as const)}
          value={kind}
          onChange={(event) => setKind(event.target.value)}
        />
        <SmallButton
          variant="outline"
          busy={change.isPending}
          onClick={() => {
            const found = sectionKinds.find((one) => one === kind);
            if (found !== undefined) send({ what: 'add', kind: found, after: chosen ?? null });
          }}
        >
          Add
        </SmallButton>
      </div>
    </section>
  );
}

function hasFault({ faults }: Campaign, { key }: CampaignSection): boolean {
  return Object.keys(faults).some((path) => path === key || path.startsWith(`${key}.`));
}

type FieldsProps = {
  campaign: Campaign;
  section: CampaignSection;
  onType: (path: string, text: string) => void;
  onChange: (change: CampaignChange) => void;
};

function SectionFields({ campaign: { id, faults }, section: { key, kind, texts, questions }, onType, onChange }: FieldsProps) {
  const fields = Object.entries(textsOf(kind));
  return (
    <>
      {faults[key] !== undefined && <p className={styles.warn}>{faults[key]}</p>}
      {fields.length === 0 && <p className="quiet">It shows what the site shows. Its words are changed under Words.</p>}
      {fields.map(([name, field]) => (
        <SavedText
          key={name}
          campaign={id}
          field={field}
          saved={texts[name] ?? ''}
          fault={faults[`${key}.${name}`]}
          change={(value, seen) => ({ what: 'text', section: key, name, value, seen })}
          onType={(text) => onType(`${key}.${name}`, text)}
        />
      ))}
      {questions !== undefined && (
        <fieldset className="stack gap-1">
          <legend className="strong">Questions, besides name, surname and email</legend>
          {campaignQuestions.map((question) => (
            <SelectField
              key={question}
              label={campaignQuestionNames[question]}
              items={questionChoices}
              value={questions[question] ?? 'hidden'}
              onChange={({ target: { value } }) => {
                const use = value === 'optional' || value === 'required' ? value : null;
                onChange({ what: 'question', section: key, question, use });
              }}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

const questionChoices = Object.entries(questionUses);
