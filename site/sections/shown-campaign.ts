import { createContext } from 'react';
import type { ShownCampaign } from '../../contract/campaign-rendering.ts';

/** The campaign that the server renders; undefined on all other pages. */
export const CampaignContext = createContext<ShownCampaign | undefined>(undefined);
