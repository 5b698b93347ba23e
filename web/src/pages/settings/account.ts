import type { SessionResponse } from '@footnote/contract/site/responses'

/** Whose settings these are. */
export type Account = NonNullable<SessionResponse['account']>
