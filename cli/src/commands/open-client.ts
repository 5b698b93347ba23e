import type { Footnote } from '@footnote/sdk'
import { findAccess } from '../credentials/find-access.ts'
import type { Session } from './session.ts'

/** The client with the caller's key, for the address that the key is for. */
export async function openClient(session: Session): Promise<Footnote> {
  const { key: apiKey, address: baseUrl } = await findAccess(session.env)
  session.note({ address: baseUrl })
  // Loaded only now: what goes wrong before is told at once.
  const { Footnote } = await import('@footnote/sdk')
  return new Footnote({ apiKey, baseUrl })
}
