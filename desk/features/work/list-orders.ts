/** The orders that every list offers. */
export const orders = {
  none: 'Newest first',
  items: [
    ['oldest', 'Oldest first'],
    ['changed', 'Last changed'],
    ['name', 'Name'],
  ],
} as const;
