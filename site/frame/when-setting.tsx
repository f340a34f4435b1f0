import type { ReactNode } from 'react';
import { partMarks, type PageSetting } from '../../contract/placeholders.ts';
import type { ConditionalText } from '../content/conditional-text.ts';

/** Content shown only if a setting names a service (`with`), or only if it names none (`without`). */
export function WhenSetting({ when, setting, children }: { when: 'with' | 'without'; setting: PageSetting; children: ReactNode }) {
  const { begin, end } = partMarks(when, setting);
  return (
    <>
      {begin}
      {children}
      {end}
    </>
  );
}

export function ConditionalTexts({ texts }: { texts: readonly ConditionalText[] }) {
  return texts.flatMap(({ setting, ...words }) =>
    (['with', 'without'] as const).map((when) => (
      <WhenSetting key={`${setting} ${when}`} when={when} setting={setting}>
        <p>{words[when]}</p>
      </WhenSetting>
    )),
  );
}
