let shownId: string | undefined

/**
 * Remembers the account that this page shows. Returns false if it showed another one before, which another tab
 * has switched from.
 */
export function showAccount(accountId: string | undefined): boolean {
  const isSame = shownId === undefined || accountId === undefined || shownId === accountId
  if (isSame) shownId = accountId
  return isSame
}

/** Names the shown account to the server, which refuses to act for another one. */
export function accountHeader(): Record<string, string> {
  return shownId === undefined ? {} : { 'footnote-account': shownId }
}
