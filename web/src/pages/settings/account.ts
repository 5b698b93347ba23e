import type { SessionResponse } from '@footnote/contract/site/responses'

/** The signed-in account. */
export type Account = NonNullable<SessionResponse['account']>
