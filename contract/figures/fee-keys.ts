/** What an investor pays, of which a record states whether it is in the returns. */
export const feeKeys = ['management_fee', 'performance_fee', 'transaction_costs', 'custody_fee'] as const;

/** What is stated of a fee that the returns are before. */
export const LEFT_OUT = 'left out';
