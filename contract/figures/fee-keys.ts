/** Costs and fees of which a record states whether they are deducted from its returns. */
export const feeKeys = ['management_fee', 'performance_fee', 'transaction_costs', 'custody_fee'] as const;

/** Statement that a fee is not deducted from the returns. */
export const LEFT_OUT = 'left out';
