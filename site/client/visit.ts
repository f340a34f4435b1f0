import { rememberSource } from '../forms/attribution.ts';
import { getVisitorId } from '../frame/visitor.ts';
import { whenShown } from './when-shown.ts';

/** Notes who visits and where the visit came from. What a page that is rendered ahead would store is lost. */
export function rememberVisit(): void {
  whenShown(() => {
    getVisitorId();
    rememberSource();
  });
}
