import { createContext } from 'react';
import type { Openings } from '../../contract/careers-page.ts';
import { postings } from '../content/postings.ts';

/** The positions that pages show: those of the content, unless the server renders others. */
export const OpeningsContext = createContext<Openings>({ open: postings, known: postings.map(({ slug }) => slug) });
