/*
 * The one script that every page loads: no React in it, nor in anything it imports but on demand (scripts/checks/budgets).
 */
import { startCards } from './flip-cards.ts';
import { startConsent } from './consent.ts';
import { startCounters } from './counters.ts';
import { listenToDocument } from './document-events.ts';
import { openLinkedForm } from './contact-dialog.ts';
import { startFrame } from './frame.ts';
import { startInsights } from './insights.ts';
import { startIslands, takeEarlyPresses } from './islands.ts';
import { startPageViews } from './page-views.ts';
import { startPostings } from './postings.ts';
import { startSlides } from './slides.ts';
import { startTabs } from './tabs.ts';
import { startTheme } from './theme.ts';
import { rememberVisit } from './visit.ts';

startConsent();
startPageViews();
rememberVisit();
startFrame();
startPostings();
listenToDocument();
startTheme();
startCards();
startCounters();
startSlides();
startTabs();
startIslands();
startInsights();
takeEarlyPresses();
openLinkedForm();
document.documentElement.dataset['ready'] = '';
