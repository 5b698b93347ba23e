import type { ActionKind } from '@footnote/contract/site/operator'

/** What was done, in a word or two. */
export const ACTION_WORDS: Readonly<Record<ActionKind, string>> = {
  credit: 'Credited',
  debit: 'Debited',
  freeze: 'Froze',
  unfreeze: 'Unfroze',
  revoke_key: 'Revoked a key',
  check_payment: 'Checked a payment',
  run_audit: 'Ran an audit',
  grant_operator: 'Made an operator',
  withdraw_operator: 'No longer an operator',
}
