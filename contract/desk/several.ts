/** Most requests that staff change by one press. */
export const SEVERAL = 500;
