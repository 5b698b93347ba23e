import { join } from 'node:path'
import type { Facts } from '../facts.ts'
import { openFacts } from '../open-facts.ts'
import { ensureLibrary } from './ensure-library.ts'

/** Opens the facts that come with the engine, to read. */
export async function openShippedFacts(): Promise<Facts> {
  return openFacts(join(await ensureLibrary(), 'facts.db'))
}
