import type { Clock } from '../../outside/admission.ts'
import type { SourcePolicy } from '../../policy/source-policy.ts'
import type { CompanyFact } from '../../search/company-fact.ts'
import type { Discovered, DiscoverRequest, Finder } from '../../search/finder.ts'
import { untilAborted } from '../../until-aborted.ts'
import { chooseFilings, readAsked } from './choose-filings.ts'
import { FIGURE_WORD } from './company-words.ts'
import type { EdgarCallers } from './create-edgar-callers.ts'
import { createEdgarApi } from './edgar-api.ts'
import { describeFiling, filingDocument, filingUrl } from './filing-document.ts'
import { findCompanies, mayNameCompanies } from './find-companies.ts'
import { interleave } from './interleave.ts'
import { MOST_TEXTS, readTexts, type TextReader } from './read-texts.ts'

export interface EdgarFinderOptions extends Partial<TextReader> {
  readonly callers: Pick<EdgarCallers, 'site' | 'data' | 'baseUrl'>
  readonly clock?: Clock
}

const NOTHING: Discovered = { documents: [], facts: [], isDown: false }
const UNREACHED: Discovered = { ...NOTHING, isDown: true }
/** Longest wait, however much time is left. */
const MOST_MS = 300_000

/** Finds figures and texts that companies have filed with the SEC, each cited by filing. */
export function createEdgarFinder({
  callers,
  fetcher,
  extractor,
  clock,
}: EdgarFinderOptions): Finder {
  const { baseUrl } = callers
  const api = createEdgarApi(callers, { ...(clock && { clock }) })
  const reader = fetcher && extractor ? { fetcher, extractor } : undefined

  /** Returns the records that could be loaded; down if none could. */
  async function recordsFor(request: DiscoverRequest, time: AbortSignal) {
    const { question, kind } = request
    const directory = await untilAborted(api.directory(), time)
    const companies = findCompanies(question, { directory, kind })
    const settled = await Promise.allSettled(
      companies.map(company => untilAborted(api.record(company), time)),
    )
    const records = settled.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
    return { records, isDown: companies.length > 0 && records.length === 0 }
  }

  async function discoverIn(request: DiscoverRequest, time: AbortSignal): Promise<Discovered> {
    const { question, policy, limit, isKnown, kind } = request
    const { records, isDown } = await recordsFor(request, time)
    if (isDown) return UNREACHED
    const asked = readAsked(question)
    // A question without a figure asks for what the company says.
    const isForWords = !FIGURE_WORD.test(question)
    const wantsTexts = reader !== undefined && kind !== 'answer'
    const room = wantsTexts && isForWords ? Math.max(1, limit - MOST_TEXTS) : limit
    const filed = interleave(
      records.map(record =>
        chooseFilings(record, asked).map(filing => ({ company: record.company, filing, baseUrl })),
      ),
    )
      .filter(of => !isKnown(filingUrl(of)))
      .filter(of => policy.admits({ ...describeFiling(of), url: filingUrl(of) }))
      .slice(0, room)
      .map(filingDocument)
    const left = limit - filed.length
    const texts =
      wantsTexts && left > 0
        ? await readTexts(api, reader, { request, records, asked, limit: left, baseUrl, time })
        : []
    const documents = filed.map(({ document }) => document)
    const facts: CompanyFact[] = filed.flatMap(each => each.facts)
    return {
      documents: isForWords ? [...texts, ...documents] : [...documents, ...texts],
      facts,
      isDown: false,
    }
  }

  return {
    name: 'edgar',
    takesWhole: true,
    async discover(request) {
      const { kind, question, policy, limit, endsAt, signal } = request
      signal?.throwIfAborted()
      if (limit <= 0 || !mayNameCompanies(question, kind)) return NOTHING
      if (!allows(policy, baseUrl)) return NOTHING
      const leftMs = Math.min(MOST_MS, Math.floor(endsAt - performance.now()))
      if (leftMs <= 0) return NOTHING
      const limited = AbortSignal.timeout(leftMs)
      const time = signal ? AbortSignal.any([signal, limited]) : limited
      try {
        const found = await discoverIn(request, time)
        signal?.throwIfAborted()
        return found
      } catch {
        signal?.throwIfAborted()
        return UNREACHED
      }
    },
  }
}

/** Whether the policy lets anything from there in, as far as domain, language and country go. */
function allows(policy: SourcePolicy, baseUrl: string): boolean {
  const { publishedTo } = policy
  return policy.admits({
    url: `${baseUrl}/Archives/`,
    language: 'en',
    countries: ['US'],
    ...(publishedTo !== undefined && { publishedOn: publishedTo }),
  })
}
