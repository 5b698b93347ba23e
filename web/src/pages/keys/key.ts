import type { KeysResponse } from '@footnote/contract/site/responses'

export type Key = KeysResponse['keys'][number]
