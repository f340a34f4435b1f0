/**
 * The sample universe: fictional securities in nine groups. No name or ticker stands for a real company.
 *
 * `beta` is the loading on the market factor, `group` on the group's own factor, `rates` on the rates factor
 * (a positive one gains when yields fall), `noise` the annual volatility that nothing else explains.
 */
export type Security = {
  ticker: string;
  name: string;
  sector: SectorId;
  region: Region;
  beta: number;
  group: number;
  rates: number;
  noise: number;
  /** Annual drift in addition to the factors' returns. */
  drift: number;
};

export type Region = 'EU' | 'UK' | 'US';
export type SectorId = (typeof sectors)[number]['id'];

/** Groups in the order of the graph's legend; `volatility`: annual, of the group factor. */
export const sectors = [
  { id: 'TEC', name: 'Technology', volatility: 0.15, rates: 0.3 },
  { id: 'FIN', name: 'Financials', volatility: 0.13, rates: -0.75 },
  { id: 'HLT', name: 'Health care', volatility: 0.1, rates: 0.1 },
  { id: 'IND', name: 'Industrials', volatility: 0.09, rates: -0.1 },
  { id: 'ENE', name: 'Energy', volatility: 0.21, rates: -0.5 },
  { id: 'CON', name: 'Consumer', volatility: 0.085, rates: 0.15 },
  { id: 'UTL', name: 'Utilities', volatility: 0.1, rates: 0.75 },
  { id: 'MAT', name: 'Materials', volatility: 0.14, rates: -0.25 },
  { id: 'BND', name: 'Bonds', volatility: 0.018, rates: 1 },
] as const;

/** A group's place in that order. */
export function sectorPlace(id: SectorId): number {
  return sectors.findIndex((sector) => sector.id === id);
}

/** Ticker, name, region, beta, group loading, annual noise, extra drift of each security. */
type Row = readonly [string, string, Region, number, number, number, number];

const rows: Record<SectorId, readonly Row[]> = {
  TEC: [
    ['NVLO', 'Novalogic Systems', 'US', 1.22, 1.05, 0.15, 0.05],
    ['QBRI', 'Qubria Semiconductors', 'US', 1.38, 1.2, 0.19, 0.06],
    ['HELX', 'Helixar Software', 'US', 1.15, 0.95, 0.17, 0.03],
    ['SYNT', 'Syntara Cloud', 'US', 1.2, 1.1, 0.2, 0.02],
    ['ARKD', 'Arkadia Networks', 'EU', 1.05, 0.85, 0.18, 0],
    ['LITH', 'Litho Optics', 'EU', 1.25, 1.1, 0.18, 0.05],
    ['PXEL', 'Pixelmark', 'UK', 1.1, 0.75, 0.22, -0.02],
    ['DATM', 'Datameer Holdings', 'EU', 1.08, 0.9, 0.19, 0.01],
  ],
  FIN: [
    ['MBNK', 'Meridiana Banca', 'EU', 1.15, 1.1, 0.13, 0.01],
    ['ALPB', 'Alpenbank', 'EU', 1.1, 1.05, 0.14, 0],
    ['THAM', 'Thameside Group', 'UK', 1.0, 1.0, 0.13, 0],
    ['LOMB', 'Lombarda Assicura', 'EU', 0.9, 0.8, 0.13, 0.02],
    ['CRWN', 'Crownhall Insurance', 'UK', 0.85, 0.7, 0.14, 0.01],
    ['HUDS', 'Hudson Vale Capital', 'US', 1.2, 0.95, 0.15, 0.03],
    ['FRST', 'First Prairie', 'US', 1.1, 1.1, 0.16, -0.01],
    ['EXCH', 'Borsa Nova Exchange', 'EU', 0.85, 0.45, 0.16, 0.04],
  ],
  HLT: [
    ['VITA', 'Vitalis Pharma', 'EU', 0.65, 1.0, 0.12, 0.02],
    ['NORD', 'Nordheim Biotech', 'EU', 0.7, 1.05, 0.18, 0.05],
    ['CURA', 'Curamed', 'US', 0.7, 0.95, 0.13, 0.03],
    ['GENO', 'Genova Therapeutics', 'EU', 0.85, 1.15, 0.24, 0],
    ['MEDX', 'Medaxon Devices', 'US', 0.85, 0.75, 0.15, 0.03],
    ['ALBN', 'Albion Health', 'UK', 0.6, 0.9, 0.14, 0.01],
    ['ORTH', 'Orthena', 'US', 0.8, 0.7, 0.17, 0],
    ['SANA', 'Sanara Labs', 'EU', 0.65, 0.95, 0.16, 0.01],
  ],
  IND: [
    ['FERR', 'Ferrantia Meccanica', 'EU', 1.1, 0.95, 0.14, 0.02],
    ['KRAN', 'Kranwerk', 'EU', 1.15, 1.1, 0.15, 0.01],
    ['AERO', 'Aerolia', 'EU', 1.25, 0.85, 0.2, 0.02],
    ['TRNS', 'Transalpina Rail', 'EU', 0.95, 0.75, 0.14, 0.01],
    ['BRUN', 'Brunel & Wharf', 'UK', 1.05, 0.95, 0.16, 0],
    ['GRID', 'Gridline Electric', 'US', 1.1, 0.95, 0.14, 0.04],
    ['HAUL', 'Haulmark Freight', 'US', 1.05, 0.85, 0.17, 0],
    ['ROBO', 'Robotika Moto', 'EU', 1.2, 1.0, 0.18, 0.02],
  ],
  ENE: [
    ['ADRI', 'Adriatica Energia', 'EU', 0.9, 1.0, 0.11, 0.01],
    ['NSEA', 'Northsea Oil', 'UK', 0.9, 1.05, 0.12, 0.01],
    ['PERM', 'Permian Crest', 'US', 1.1, 1.2, 0.18, 0],
    ['GULF', 'Gulfstone Resources', 'US', 1.0, 1.1, 0.15, 0.01],
    ['FJOR', 'Fjordkraft Olje', 'EU', 0.85, 1.05, 0.13, 0.02],
    ['REFN', 'Refinaria Atlas', 'EU', 0.95, 0.85, 0.17, 0],
    ['DRIL', 'Drillwell Services', 'US', 1.2, 1.1, 0.22, -0.04],
  ],
  CON: [
    ['MODA', 'Moda Brera', 'EU', 1.05, 0.9, 0.17, 0.04],
    ['LUXE', 'Maison Luxelle', 'EU', 1.05, 0.95, 0.16, 0.04],
    ['GUST', 'Gustosa Alimentari', 'EU', 0.6, 1.05, 0.11, 0.02],
    ['HRTH', 'Hearth & Home', 'US', 0.9, 0.9, 0.15, 0.02],
    ['BREW', 'Brewster Lane', 'UK', 0.65, 1.0, 0.12, 0.01],
    ['KART', 'Kartwheel Retail', 'US', 1.05, 0.85, 0.19, 0.03],
    ['VELO', 'Veloce Auto', 'EU', 1.2, 0.85, 0.18, 0],
    ['STAY', 'Staywell Hotels', 'UK', 1.15, 0.7, 0.2, 0],
    ['PANE', 'Panetteria Group', 'EU', 0.55, 1.0, 0.13, 0.01],
  ],
  UTL: [
    ['TERN', 'Ternana Reti', 'EU', 0.55, 1.05, 0.1, 0.02],
    ['HYDR', 'Hydra Power', 'EU', 0.65, 1.05, 0.12, 0.02],
    ['SEVN', 'Severn Vale Water', 'UK', 0.5, 0.85, 0.13, 0.01],
    ['SOLE', 'Sole Rinnovabili', 'EU', 0.8, 0.95, 0.2, 0.01],
    ['MIDW', 'Midwest Light', 'US', 0.5, 0.95, 0.11, 0.01],
    ['CITY', 'Citygate Property', 'UK', 0.85, 0.75, 0.15, -0.01],
    ['LAND', 'Landmark Estates', 'EU', 0.8, 0.75, 0.16, 0],
  ],
  MAT: [
    ['FERO', 'Ferrocor Steel', 'EU', 1.2, 1.15, 0.18, 0],
    ['CUPR', 'Cuprum Mining', 'UK', 1.2, 1.2, 0.17, 0.02],
    ['CALC', 'Calcestra Cement', 'EU', 1.05, 0.7, 0.15, 0.01],
    ['CHMX', 'Chemax', 'EU', 1.0, 0.85, 0.13, 0],
    ['AURM', 'Aurum Ridge', 'US', 0.45, 0.95, 0.2, 0.02],
    ['TIMB', 'Timberline Paper', 'EU', 0.9, 0.7, 0.15, 0.01],
    ['LITM', 'Lithos Metals', 'US', 1.25, 1.15, 0.24, 0.02],
  ],
  BND: [
    ['BTP7', 'Italian Govt 7-10 Fund', 'EU', 0.12, 1.2, 0.045, 0.018],
    ['BND7', 'Euro Govt 7-10 Fund', 'EU', -0.03, 1.0, 0.018, 0.016],
    ['GLT7', 'Gilts 7-10 Fund', 'UK', -0.03, 0.95, 0.035, 0.014],
    ['UST7', 'Treasury 7-10 Fund', 'US', -0.05, 0.9, 0.03, 0.018],
    ['UST2', 'Treasury 1-3 Fund', 'US', -0.01, 0.25, 0.011, 0.022],
    ['IGEU', 'Euro Corporate Fund', 'EU', 0.1, 0.8, 0.022, 0.026],
    ['HYEU', 'Euro High Yield Fund', 'EU', 0.3, 0.5, 0.055, 0.032],
    ['LINK', 'Inflation-Linked Fund', 'EU', 0.03, 1.0, 0.04, 0.014],
  ],
};

export const universe: readonly Security[] = sectors.flatMap((sector) =>
  rows[sector.id].map(([ticker, name, region, beta, group, noise, drift]) => ({
    ticker,
    name,
    sector: sector.id,
    region,
    beta,
    group,
    // A bond fund's sensitivity to rates is its group loading; a share's depends on its sector.
    rates: sector.id === 'BND' ? group : sector.rates * group,
    noise,
    drift,
  })),
);
