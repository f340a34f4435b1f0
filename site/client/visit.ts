import { rememberSource } from '../forms/attribution.ts';
import { getVisitorId } from '../frame/visitor.ts';
import { whenShown } from './when-shown.ts';

/** Stores the visitor id and where the visit came from. Waits until the page is shown, because a prerendered page cannot store anything. */
export function rememberVisit(): void {
  whenShown(() => {
    getVisitorId();
    rememberSource();
  });
}
