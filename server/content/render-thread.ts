import type { Words } from '../../contract/content-fields.ts';
import type { CareersKind, Openings } from '../../contract/careers-page.ts';
import type { InsightsProps } from '../../contract/insights-page.ts';
import type { CampaignView, ShownCampaign } from '../../contract/campaign-rendering.ts';
import type { PageRow } from '../../contract/pages.ts';
import type { RenderedPage } from '../../contract/rendering.ts';
import { inBoundedThread } from '../kernel/bounded-thread.ts';

export type RenderTask =
  | { kind: 'changed' }
  | { kind: 'marked'; path: string }
  | { kind: 'campaign'; campaign: ShownCampaign; views: readonly CampaignView[]; marked?: true }
  | { kind: 'insights'; props: InsightsProps }
  | { kind: 'careers'; pages: readonly { page: PageRow; kind: CareersKind }[]; openings: Openings };

/** `bytes`: an upper bound for the size of its HTML after Brotli. */
export type WeighedPage = RenderedPage & { bytes: number };

type Results = {
  /** The pages that differ from the built ones. */
  changed: WeighedPage[];
  /** A page whose texts carry their paths (mark-texts.ts); undefined: no such page. */
  marked: RenderedPage | undefined;
  /** In the order of the views. */
  campaign: WeighedPage[];
  insights: string;
  careers: { pages: RenderedPage[]; sitemap: string };
};

/** `folder`: dist. */
export type RenderAsked = { folder: string; words: Words; task: RenderTask };

export type RenderWith = <Task extends RenderTask>(words: Words, task: Task) => Promise<Results[Task['kind']]>;

/** Milliseconds for which pages are kept to be shown. */
const KEPT = 5000;

/** Renders with staff's words by the build's own renderer, one task at a time, each in a thread that ends with it. @param folder `dist` */
export function renderThread(script: URL, folder: string): RenderWith {
  let last: Promise<unknown> = Promise.resolve();
  /** The latest rendering of changed pages: a publication is rendered to be checked before it is stored, and again to be shown right after. */
  let looked: { at: string; pages: Promise<unknown> } | undefined;
  return <Task extends RenderTask>(words: Words, task: Task) => {
    const asked: RenderAsked = { folder, words, task };
    const at = JSON.stringify(asked);
    if (looked?.at === at) return looked.pages as Promise<Results[Task['kind']]>;
    const made = last.then(() =>
      inBoundedThread<Results[Task['kind']]>(script, asked, { patience: 60_000, memory: 256 }, 'rendering the pages took too long'),
    );
    last = made.catch(() => undefined);
    if (task.kind === 'changed') {
      const kept = (looked = { at, pages: made });
      const forget = () => void (looked === kept && (looked = undefined));
      made.then(() => setTimeout(forget, KEPT).unref(), forget);
    }
    return made;
  };
}
