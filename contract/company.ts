/** The company's name, where nobody changed it at the desk. A sample: replace it first. */
export const companyName = 'Ordinata';
