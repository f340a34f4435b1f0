import { listOf } from '../../contract/content-lists.ts';
import type { PictureShape } from '../../contract/pictures.ts';
import { declared } from './declared.ts';

export const featureCards: readonly FeatureCardContent[] = declared(
  'featureCards',
  listOf({ least: 2, most: 8 }, [
    {
      id: 'co-pilot',
      title: 'Portfolio builder co-pilot',
      headline: 'From a mandate to a portfolio you can defend',
      shape: 'card',
      src: 'card-co-pilot',
      alt: 'Limits as sliders beside a proposal by sector, compared with today’s portfolio, with the volatility of both.',
      points: listOf({ least: 1, most: 6 }, [
        {
          id: 'limits',
          title: 'Your limits come first',
          text: 'Set volatility, position size, turnover and what must or must not be held. No proposal leaves them.',
        },
        {
          id: 'compare',
          title: 'Now and proposed, side by side',
          text: 'Each change shows what it does to risk, expected return and cost before you accept it.',
        },
        {
          id: 'benchmark',
          title: 'Measured against what you choose',
          text: 'Take an index, a model portfolio or your own book as the benchmark, and see where you differ.',
        },
        {
          id: 'trail',
          title: 'A trail for every decision',
          text: 'Who proposed, who questioned and who approved is kept with the date and the reason.',
        },
      ]),
    },
    {
      id: 'signals',
      title: 'Signals of the day',
      headline: 'A short list each morning, with its record',
      shape: 'card',
      src: 'card-signals',
      alt: 'A list of securities with recent price, signal, strength and record.',
      points: listOf({ least: 1, most: 6 }, [
        {
          id: 'universe',
          title: 'On your universe',
          text: 'Choose markets, sectors or a list of your own; the agent looks at nothing else.',
        },
        { id: 'parameters', title: 'With your parameters', text: 'Set the horizon and how strong a signal must be before you see it.' },
        {
          id: 'history',
          title: 'Every earlier call',
          text: 'The agent’s history stands beside each signal, right and wrong, so that you know how far to trust it.',
        },
      ]),
    },
    {
      id: 'graph',
      title: 'Market interconnections graph',
      headline: 'See which holdings are really one bet',
      shape: 'card',
      src: 'card-graph',
      alt: 'The market graph with waves that start at one bank.',
      points: listOf({ least: 1, most: 6 }, [
        {
          id: 'map',
          title: 'Correlations as a map',
          text: 'Securities that move together stand together. Groups show without anyone naming them.',
        },
        { id: 'waves', title: 'Follow a shock', text: 'Start from one security and see how many steps it is to everything you hold.' },
        {
          id: 'overlay',
          title: 'Lay your portfolio over it',
          text: 'Concentration that a list of names hides is plain on the graph, and so is what would widen it.',
        },
      ]),
    },
    {
      id: 'workflow',
      title: 'Advisory workflow',
      headline: 'Every client, and what comes next for each',
      shape: 'card',
      src: 'card-workflow',
      alt: 'Clients as cards in four stages: review, proposal, report and sent.',
      points: listOf({ least: 1, most: 6 }, [
        {
          id: 'review',
          title: 'Reviews that start themselves',
          text: 'A limit that is passed, new money or a date on file puts a client on the list.',
        },
        { id: 'proposal', title: 'Proposals with reasons', text: 'The co-pilot drafts; you change what you like, and the reasons follow.' },
        {
          id: 'report',
          title: 'Reports in your words',
          text: 'Prompts shape tone and length; the chat answers questions about any figure before it is sent.',
        },
        { id: 'record', title: 'A file that is complete', text: 'Proposal, approval, report and the client’s answer stay together.' },
      ]),
    },
  ]),
);

export type FeatureCardContent = {
  id: string;
  title: string;
  headline: string;
  shape: PictureShape;
  src: string;
  alt: string;
  points: ReadonlyArray<{ id: string; title: string; text: string }>;
};

export const cardWords = declared('cardWords', {
  heading: 'What it is like to work with it',
  more: 'Discover more',
  close: 'Close',
  note: 'Screens with sample data.',
});
