const POTS = ['wallet', 'held', 'captured', 'outside', 'debt'] as const

/** The columns of `account_sum`, and of `account_month` before what only that has. */
export const SUM_COLUMNS = POTS.map(pot => `${pot}_units`)

/** Sums of each pot's movements in and out, under the names of the columns. */
export const SUMS = POTS.map(
  pot =>
    `coalesce(sum(case '${pot}'::pot when target then units when source then -units end), 0)::bigint
       as ${pot}_units`,
).join(', ')

/** A movement's effect on the wallet's balance. */
export const TO_WALLET = `case 'wallet'::pot when target then units when source then -units end`
