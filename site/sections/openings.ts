import { createContext } from 'react';
import type { Openings } from '../../contract/careers-page.ts';
import { postings } from '../content/postings.ts';

/** The open positions: those of the site's content, unless the server renders others. */
export const OpeningsContext = createContext<Openings>({ open: postings, known: postings.map(({ slug }) => slug) });
