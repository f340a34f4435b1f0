import { up as leadsAndJobs } from './0001-leads-and-jobs.ts';
import { up as trackRecords } from './0010-track-records.ts';
import { up as papers } from './0011-papers.ts';
import { up as files } from './0020-files.ts';
import { up as probes } from './0030-probes.ts';
import { up as uploads } from './0031-uploads.ts';
import { up as mailboxes } from './0040-mailboxes.ts';
import { up as portfolioGroup } from './0050-portfolio-group.ts';
import { up as recordDrafts } from './0060-record-drafts.ts';
import { up as leadAbout } from './0070-lead-about.ts';
import { up as erasures } from './0090-erasures.ts';
import { up as consentChain } from './0100-consent-chain.ts';
import { up as alerts } from './0110-alerts.ts';
import { up as cookieConsents } from './0120-cookie-consents.ts';
import { up as staff } from './0130-staff.ts';
import { up as leadIndex } from './0140-lead-index.ts';
import { up as providerSubject } from './0145-provider-subject.ts';
import { up as applications } from './0150-applications.ts';
import { up as staffNotices } from './0160-staff-notices.ts';
import { up as leadCounts } from './0170-lead-counts.ts';
import { up as bounces } from './0171-bounces.ts';
import { up as staffActionsAddedOnly } from './0172-staff-actions-added-only.ts';
import { up as deskFigures } from './0180-desk-figures.ts';
import { up as paperDrafts } from './0181-paper-drafts.ts';
import { up as positions } from './0182-positions.ts';
import { up as deliveries } from './0190-deliveries.ts';
import { up as crm } from './0191-crm.ts';
import { up as failedDeliveries } from './0200-failed-deliveries.ts';
import { up as bookings } from './0220-bookings.ts';
import { up as crmMappingVersions } from './0250-crm-mapping-versions.ts';
import { up as formOpens } from './0260-form-opens.ts';
import { up as leadOrder } from './0270-lead-order.ts';
import { up as shares } from './0305-shares.ts';
import { up as renewingLinks } from './0310-renewing-links.ts';
import { up as takenOff } from './0340-taken-off.ts';
import { up as setAsideEvents } from './0320-set-aside-events.ts';
import { up as bookingShares } from './0311-booking-shares.ts';
import { up as leadSources } from './0312-lead-sources.ts';
import { up as alertSignals } from './0350-alert-signals.ts';
import { up as outages } from './0345-outages.ts';
import { up as refusedStaff } from './0346-refused-staff.ts';
import { up as unsentLinks } from './0347-unsent-links.ts';
import { up as historyPositions } from './0400-history-positions.ts';
import type { Migration } from './migration.ts';

/** Major version of this code, as in package.json. Migrations within a major version only add: docs/decisions/upgrades.md. */
export const MAJOR = 3;

/** In the order they run. A released migration is never changed: a change is a new migration. */
export const migrations: readonly Migration[] = [
  { name: '0001-leads-and-jobs', up: leadsAndJobs },
  { name: '0010-track-records', up: trackRecords },
  { name: '0011-papers', up: papers },
  { name: '0020-files', up: files },
  { name: '0030-probes', up: probes },
  { name: '0031-uploads', up: uploads },
  { name: '0040-mailboxes', up: mailboxes },
  { name: '0050-portfolio-group', up: portfolioGroup },
  { name: '0060-record-drafts', up: recordDrafts },
  { name: '0070-lead-about', up: leadAbout },
  { name: '0090-erasures', up: erasures },
  { name: '0100-consent-chain', up: consentChain },
  { name: '0110-alerts', up: alerts },
  { name: '0120-cookie-consents', up: cookieConsents },
  { name: '0130-staff', up: staff },
  { name: '0140-lead-index', up: leadIndex },
  { name: '0145-provider-subject', up: providerSubject },
  { name: '0150-applications', up: applications },
  { name: '0160-staff-notices', up: staffNotices },
  { name: '0170-lead-counts', up: leadCounts },
  { name: '0171-bounces', up: bounces },
  { name: '0172-staff-actions-added-only', up: staffActionsAddedOnly },
  { name: '0180-desk-figures', up: deskFigures },
  { name: '0181-paper-drafts', up: paperDrafts },
  { name: '0182-positions', up: positions },
  { name: '0190-deliveries', up: deliveries },
  { name: '0191-crm', up: crm },
  { name: '0200-failed-deliveries', up: failedDeliveries },
  { name: '0220-bookings', up: bookings },
  { name: '0250-crm-mapping-versions', up: crmMappingVersions },
  { name: '0260-form-opens', up: formOpens },
  { name: '0270-lead-order', up: leadOrder },
  { name: '0305-shares', up: shares },
  { name: '0310-renewing-links', up: renewingLinks },
  { name: '0340-taken-off', up: takenOff },
  { name: '0320-set-aside-events', up: setAsideEvents },
  { name: '0311-booking-shares', up: bookingShares },
  { name: '0312-lead-sources', up: leadSources },
  { name: '0350-alert-signals', up: alertSignals },
  { name: '0345-outages', up: outages },
  { name: '0346-refused-staff', up: refusedStaff },
  { name: '0347-unsent-links', up: unsentLinks },
  { name: '0400-history-positions', up: historyPositions },
];

/** A row of `migrations` that no server knows, so that none starts on a store that has it. */
export const UNFINISHED = 'unfinished';

/** A placeholder migration, listed while a restore or move creates and fills a store. */
export const unfinished: Migration = { name: UNFINISHED, since: MAJOR + 1, up: async () => undefined };
