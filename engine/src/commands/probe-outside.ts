import { compilePolicy } from '../policy/compile-policy.ts'
import { SEARCH_TIMEOUT_MS } from '../web/search-limits.ts'
import type { OpenOutside } from './open-outside.ts'

export interface Probe {
  readonly name: string
  readonly isGood: boolean
  /** What it said, or why it did not. */
  readonly note: string
}

const TIMEOUT_MS = 20_000
const MOST_BYTES = 20 * 1024 * 1024

/** Asks everybody beyond the library something harmless, to see that the settings are right. */
export async function probeOutside(
  { services, edgar, model }: OpenOutside,
  { searchTimeoutMs = SEARCH_TIMEOUT_MS }: { readonly searchTimeoutMs?: number } = {},
): Promise<Probe[]> {
  const policy = compilePolicy({}, { now: new Date() })
  const probes: [string, () => Promise<string>][] = services.map(service => [
    service.name,
    async () => {
      const query = { text: 'footnote', policy, limit: 5 }
      // Never aborted: a service whose time is up says so better than a signal does.
      const { signal } = new AbortController()
      const results = await service.search(query, { signal, timeoutMs: searchTimeoutMs })
      return `found ${results.length} pages for “footnote”`
    },
  ])
  if (edgar) {
    probes.push([
      'EDGAR',
      async () => {
        const call = { timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES }
        const list = await edgar.site.json('/files/company_tickers.json', call)
        return `lists ${Object.keys(list ?? {}).length} companies`
      },
    ])
  }
  if (model) {
    probes.push([
      'model',
      async () => {
        const prompt = { task: 'write', system: 'Reply with one word.', user: 'Ready?' } as const
        await model.write(prompt, { maxTokens: 64, timeoutMs: TIMEOUT_MS })
        return `answers, and takes ${model.contextTokens} tokens at once`
      },
    ])
  }
  return await Promise.all(
    probes.map(async ([name, probe]) => {
      try {
        return { name, isGood: true, note: await probe() }
      } catch (error) {
        return { name, isGood: false, note: error instanceof Error ? error.message : String(error) }
      }
    }),
  )
}
