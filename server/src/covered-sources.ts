import { engineSettings } from '@footnote/platform/engine-settings'
import type { Config } from './config.ts'

const PROVIDER = 'The public web, as searched by this service’s research provider.'
const LIBRARY = 'A library of facts and documents.'
const PATIENCE_MS = 5_000

interface Address {
  readonly url: string
  readonly apiKey: string
}

/** The engine's reply, which another version may write differently. */
interface EngineSources {
  readonly collections?: readonly Partial<Record<'title' | 'publisher' | 'edition', string>>[]
  readonly documents?: number
}

/** Describes this service's sources for its customers: its settings, and the collections of its engine. */
export async function coveredSources(
  { upstream, engine }: Pick<Config, 'upstream' | 'engine'>,
  address: Address | undefined,
): Promise<readonly string[]> {
  if (upstream) return [PROVIDER]
  const outside = engineSettings.flatMap(({ name, source }) =>
    source === undefined || engine.environment[name] === undefined ? [] : source,
  )
  const library = address ? describe(await ask(address)) : []
  return [...(library.length > 0 ? library : [LIBRARY]), ...new Set(outside)]
}

/** An engine that does not say what it has still answers calls, so nothing fails. */
async function ask({ url, apiKey }: Address): Promise<EngineSources> {
  try {
    const reply = await fetch(`${url}/v1/sources`, {
      headers: { 'x-api-key': apiKey },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return reply.ok ? ((await reply.json()) as EngineSources) : {}
  } catch {
    return {}
  }
}

function describe({ collections = [], documents = 0 }: EngineSources): string[] {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  const listed = collections.map(
    ({ title = '', publisher = '', edition = '' }) =>
      `${title} (${publisher}), as of ${day.format(new Date(edition))}.`,
  )
  if (documents === 0) return listed
  const count = documents.toLocaleString('en-US')
  return [
    ...listed,
    `${count} ${documents === 1 ? 'document' : 'documents'} added by the operator.`,
  ]
}
