import type { Extractor } from '../../extract/open-extractor.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import { interleave } from '../../interleave.ts'
import type { Document } from '../../library/document.ts'
import type { Clock } from '../../outside/turns.ts'
import type { SourcePolicy } from '../../policy/source-policy.ts'
import type { Discovered, DiscoverRequest, Finder } from '../../search/finder.ts'
import { untilAborted } from '../../until-aborted.ts'
import { FIGURE_WORD } from '../companies/company-names.ts'
import { findCompanies, mayNameCompanies } from '../companies/find-companies.ts'
import { type AskedFilings, chooseFilings, chooseTexts, readAsked } from './choose-filings.ts'
import { createEdgarApi, type EdgarCallers } from './edgar-api.ts'
import {
  describeFiling,
  type FilingOf,
  filingDocument,
  filingFacts,
  filingUrl,
  primaryUrl,
} from './filing-document.ts'

export interface EdgarFinderOptions {
  readonly callers: Pick<EdgarCallers, 'site' | 'data' | 'baseUrl'>
  readonly clock?: Clock
  /** Both are needed to read the texts of annual reports. */
  readonly fetcher?: Fetcher
  readonly extractor?: Extractor
}

const NOTHING: Discovered = { documents: [], facts: [], isDown: false }
const UNREACHED: Discovered = { ...NOTHING, isDown: true }
/** Longest wait, however much time is left. */
const MOST_MS = 300_000
/** A full annual report is long: so many of them at most are read for one question. */
const MOST_TEXTS = 2

/** Finds figures and texts that companies have filed with the SEC, each cited by filing. */
export function createEdgarFinder(options: EdgarFinderOptions): Finder {
  const { callers, fetcher, extractor, clock } = options
  const { baseUrl } = callers
  const api = createEdgarApi(callers, { ...(clock && { clock }) })

  /** Returns the records that could be loaded; undefined if none could. */
  async function recordsFor({ question, kind }: DiscoverRequest, time: AbortSignal) {
    const directory = await untilAborted(api.directory(), time)
    const companies = findCompanies(question, { directory, kind })
    const settled = await Promise.allSettled(
      companies.map(company => untilAborted(api.record(company), time)),
    )
    const records = settled.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
    return companies.length > 0 && records.length === 0 ? undefined : records
  }

  async function discoverIn(request: DiscoverRequest, time: AbortSignal): Promise<Discovered> {
    const { question, policy, limit, isKnown, kind } = request
    const records = await recordsFor(request, time)
    if (!records) return UNREACHED
    const asked = readAsked(question)
    // A question without a figure asks for what the company says.
    const isForWords = !FIGURE_WORD.test(question)
    const wantsTexts = fetcher !== undefined && extractor !== undefined && kind !== 'answer'
    const room = wantsTexts && isForWords ? Math.max(1, limit - MOST_TEXTS) : limit
    const filed = records.map(({ company, filings }) =>
      filings
        .map(filing => ({ company, filing, baseUrl }))
        .filter(of => policy.admits({ ...describeFiling(of), url: filingUrl(of) })),
    )
    const chosen = interleave(filed.map(own => chooseFilings(own, asked)))
      .filter(of => !isKnown(filingUrl(of)))
      .slice(0, room)
    const most = Math.min(MOST_TEXTS, limit - chosen.length)
    const texts =
      wantsTexts && most > 0 ? await readTexts(request, { filed, asked, most, time }) : []
    const documents = chosen.map(filingDocument)
    return {
      documents: isForWords ? [...texts, ...documents] : [...documents, ...texts],
      facts: chosen.length > 0 ? filed.flat().flatMap(filingFacts) : [],
      isDown: false,
    }
  }

  /** Reads the annual reports of the companies, as far as the policy admits them and time allows. */
  async function readTexts(
    { policy, endsAt, isKnown }: DiscoverRequest,
    { filed, asked, most, time: signal }: TextsFor,
  ): Promise<Document[]> {
    const wanted = interleave(filed.map(own => chooseTexts(own, asked))).flatMap(of => {
      const url = primaryUrl(of)
      const isWanted = url && !isKnown(url) && policy.admits({ ...describeFiling(of), url })
      return isWanted ? [{ ...of, url }] : []
    })
    const read = async (of: (typeof wanted)[number]) => {
      if (!fetcher || !extractor || !(await api.takeTurn({ endsAt, signal }))) return undefined
      const { title, ...known } = describeFiling(of)
      const mayVisit = (url: string) => policy.admits({ ...describeFiling(of), url })
      const timeoutMs = Math.max(1, endsAt - performance.now())
      const page = await fetcher.fetch(of.url, { mayVisit, timeoutMs, signal })
      const extracted = extractor.extract(page.bytes, {
        ...{ url: page.url, ...known, title: `${title}, full text`, ownUrl: 'none' },
        ...(page.contentType && { contentType: page.contentType }),
      })
      return (await untilAborted(extracted, signal))[0]
    }
    const texts = await Promise.all(
      wanted.slice(0, most).map(one => read(one).catch(() => undefined)),
    )
    return texts.flatMap(text => (text && policy.admits(text) ? [text] : []))
  }

  return {
    name: 'edgar',
    takesWhole: true,
    async discover(request) {
      const { kind, question, policy, limit, endsAt, signal } = request
      signal?.throwIfAborted()
      const leftMs = Math.min(MOST_MS, Math.floor(endsAt - performance.now()))
      if (limit <= 0 || leftMs <= 0 || !mayNameCompanies(question, kind)) return NOTHING
      if (!allows(policy, baseUrl)) return NOTHING
      const limited = AbortSignal.timeout(leftMs)
      const time = signal ? AbortSignal.any([signal, limited]) : limited
      const found = await discoverIn(request, time).catch(() => UNREACHED)
      signal?.throwIfAborted()
      return found
    },
  }
}

interface TextsFor {
  /** The filings of each company that the policy admits. */
  readonly filed: readonly (readonly FilingOf[])[]
  readonly asked: AskedFilings
  readonly most: number
  readonly time: AbortSignal
}

/** Whether the policy lets anything from there in, as far as domain, language and country go. */
function allows(policy: SourcePolicy, baseUrl: string): boolean {
  const { publishedTo } = policy
  return policy.admits({
    ...{ url: `${baseUrl}/Archives/`, language: 'en', countries: ['US'] },
    ...(publishedTo !== undefined && { publishedOn: publishedTo }),
  })
}
