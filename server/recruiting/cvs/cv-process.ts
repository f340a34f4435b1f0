import { setPriority } from 'node:os';
import { answerParent } from '../../kernel/bounded-process.ts';
import { readCv } from './read-cv.ts';

// Started by cv-reader.ts for one CV, after what visitors wait for.
setPriority(10);
answerParent((pdf: Uint8Array) => readCv(pdf));
