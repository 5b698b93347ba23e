import type { Footnote } from '@footnote/sdk'
import { findAccess } from '../credentials/find-access.ts'
import { lineLogger } from '../output/line-logger.ts'
import type { Session } from './session.ts'

/** Opens a client with the caller's key, for the address that key belongs to. */
export async function openClient(session: Session): Promise<Footnote> {
  const { key: apiKey, address: baseUrl } = await findAccess(session.env)
  session.note({ address: baseUrl })
  // Loaded late, so that earlier errors are reported without delay.
  const { Footnote } = await import('@footnote/sdk')
  return new Footnote({ apiKey, baseUrl, logger: lineLogger(session.say) })
}
