import { SPONTANEOUS_SUBJECT } from '../../../contract/posting.ts';

/** By country: dial code, number of digits after it, and names as they are written there. */
export const samplePlaces = [
  {
    country: '39',
    digits: 10,
    weight: 34,
    names: 'Giulia Marco Francesca Luca Chiara Alessandro Elena Matteo Sara Lorenzo Niccolò Ludovica',
    surnames: 'Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Conti De_Luca Costa Giordano Mancini D’Angelo',
  },
  {
    country: '44',
    digits: 10,
    weight: 22,
    names: 'Olivia George Amelia Harry Isla Jack Emily Oliver Grace Arthur Freya Alfie',
    surnames: 'Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Robinson Wright O’Brien Thompson Evans Hughes Green',
  },
  {
    country: '49',
    digits: 10,
    weight: 14,
    names: 'Jürgen Käthe Stefan Ursula Björn Anneliese Klaus Grete Matthias Sönke Lena Jörg',
    surnames: 'Müller Schmidt Schneider Fischer Weber Schäfer Köhler Jäger Groß Böhm Krämer Vogel Günther Weiß Schröder Hübner',
  },
  {
    country: '33',
    digits: 9,
    weight: 9,
    names: 'Élodie François Camille Jérôme Zoé Benoît Chloé Théo Inès Gaël Anaïs Loïc',
    surnames: 'Martin Bernard Lefèvre Moreau Laurent Garçon Lévêque Roux Fournier Girard Bonnet Béranger Noël Crépin Hébert Boyer',
  },
  {
    country: '41',
    digits: 9,
    weight: 9,
    names: 'Urs Beat Regula Reto Nadja Livia Andri Seraina Corsin Flurina Jonas Mirjam',
    surnames: 'Meier Keller Huber Gerber Brunner Baumann Frei Moser Zürcher Lüthi Bächtold Steiner Graf Wyss Kälin Suter',
  },
  {
    country: '34',
    digits: 9,
    weight: 7,
    names: 'María José Lucía Íñigo Sofía Andrés Martín Begoña Álvaro Carmen Raúl Núria',
    surnames: 'García Fernández González López Martínez Sánchez Pérez Gómez Muñoz Ibáñez Núñez Ortega Castro Peña Rubio Marín',
  },
  {
    country: '1',
    digits: 10,
    weight: 5,
    names: 'Ava Ethan Mia Noah Harper Liam Zoe Mason Riley Logan Ella Carter',
    surnames: 'Anderson Miller Garcia Davis Nguyen Walker Hall Young King Scott Adams Baker Nelson Rivera Campbell Parker',
  },
] as const;

export const sampleCompanies =
  'Aurora Borealis Cassini Delphi Equinox Fermata Galileo Harbour Isola Jasmine Kestrel Lumen Meridian Northgate Orchard Piedra Quarry Rialto Sable Tessera Umbra Verano Westfall Yarrow Zephyr';
export const sampleTrades = 'Capital Partners Advisors Wealth Asset_Management Holdings Family_Office Invest Private_Bank Securities';
export const sampleCampaigns = [
  '',
  '',
  '',
  'autumn-outlook',
  'ai-day-milan',
  'newsletter-42',
  'webinar-signals',
  'spring-2026',
  'linkedin-q3',
  'partner-night',
];
export const sampleMessages = [
  'We would like to understand how signals are tested before they reach clients.',
  'Could somebody call me about a mandate of medium size for two of our funds?',
  'Please send us what you have on drawdowns and on the costs of switching.',
];
/** States of sample leads. `from` and `to`: age of the lead in days between which it can have the state. */
export const sampleStates = [
  { state: 'contacted', weight: 40, from: 0, to: Infinity },
  { state: 'meeting', weight: 22, from: 3, to: 75 },
  { state: 'lost', weight: 26, from: 5, to: Infinity },
  { state: 'won', weight: 12, from: 14, to: Infinity },
] as const;
/** The same for applications, with the range of ratings for a stage; old applications are decided. */
export const sampleStages = [
  { stage: 'screening', weight: 24, from: 0, to: 40, least: 2, most: 4 },
  { stage: 'interview', weight: 20, from: 4, to: 60, least: 3, most: 5 },
  { stage: 'offer', weight: 7, from: 14, to: 75, least: 4, most: 5 },
  { stage: 'hired', weight: 7, from: 25, to: Infinity, least: 4, most: 5 },
  { stage: 'rejected', weight: 32, from: 2, to: Infinity, least: 1, most: 3 },
  { stage: 'talent-pool', weight: 8, from: 5, to: Infinity, least: 3, most: 4 },
] as const;
export const sampleReasons = ['No budget this year', 'Chose another provider', 'Cannot be reached', 'Looked for something else'];
/** Sites that samples came from; empty: unknown. */
export const sampleReferrers = ['', '', 'https://www.search.example/', 'https://network.example/feed', '', 'https://press.example/story'];

/** Positions that samples apply for, with the titles of the site's sample positions, and what applicants write: up to the form's longest text. */
export const samplePositions = [
  {
    subject: 'Senior System Administrator',
    wishes: [
      'I have run systems like yours for years, and like them quiet.',
      'I look for a place where an outage is written up and not hushed up.',
    ],
  },
  {
    subject: 'Junior System Administrator',
    wishes: [
      'Linux is what I do after work as well; now it may be the work itself.',
      'After two years at a help desk I would like to run what I explain.',
    ],
  },
  {
    subject: 'Junior AI & Data',
    wishes: [
      'I would like to work where what is measured decides what is done.',
      'My thesis was about forecasts that know how wrong they may be.',
    ],
  },
  {
    subject: 'Content Manager',
    wishes: [
      'I follow your research, and would like to write about it for others.',
      'I have made a dull subject worth reading before, and can show it.',
    ],
  },
  {
    subject: 'Social Media Manager',
    wishes: [
      'I would like to explain markets in public without shouting about them.',
      'I ran the channels of a bank for three years, complaints included.',
    ],
  },
  {
    subject: 'Junior Full-stack Developer',
    wishes: [
      'I build small things to the end, and look for people to learn from.',
      'I like the browser as much as the database, and tests for both.',
    ],
  },
  {
    subject: SPONTANEOUS_SUBJECT,
    wishes: [
      'After four years at a bank I look for a smaller team with more to do.',
      'No position fits me quite, and the company does: may we talk?',
    ],
  },
] as const;

export type SamplePosition = (typeof samplePositions)[number]['subject'];
