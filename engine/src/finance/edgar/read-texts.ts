import type { Extractor } from '../../extract/extract-in-worker.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { Document } from '../../library/document.ts'
import type { Company } from '../../search/company-fact.ts'
import type { DiscoverRequest } from '../../search/finder.ts'
import { untilAborted } from '../../until-aborted.ts'
import { type AskedFilings, chooseTexts } from './choose-filings.ts'
import type { CompanyRecord, Filing } from './company-record.ts'
import type { EdgarApi } from './edgar-api.ts'
import { describeFiling, primaryUrl } from './filing-document.ts'
import { interleave } from './interleave.ts'

/** A full annual report is long: so many of them at most are read for one question. */
export const MOST_TEXTS = 2

export interface TextReader {
  readonly fetcher: Fetcher
  readonly extractor: Extractor
}

interface TextsFor {
  readonly request: DiscoverRequest
  readonly records: readonly CompanyRecord[]
  readonly asked: AskedFilings
  readonly limit: number
  readonly baseUrl: string
  readonly time: AbortSignal
}

/** Reads the annual reports of the companies, as far as the policy admits them and time allows. */
export async function readTexts(
  api: Pick<EdgarApi, 'takeTurn'>,
  { fetcher, extractor }: TextReader,
  { request, records, asked, limit, baseUrl, time: signal }: TextsFor,
): Promise<Document[]> {
  const { policy, endsAt, isKnown } = request
  const listed = records.map(record =>
    chooseTexts(record, asked).flatMap(filing => {
      const url = primaryUrl({ company: record.company, filing, baseUrl })
      return url === undefined || isKnown(url) ? [] : [{ company: record.company, filing, url }]
    }),
  )
  const wanted = interleave(listed).filter(of => policy.admits({ ...describeFiling(of), ...of }))
  const texts = await Promise.all(
    wanted.slice(0, Math.min(MOST_TEXTS, limit)).map(one => read(one).catch(() => undefined)),
  )
  return texts.flatMap(text => (text && policy.admits(text) ? [text] : []))

  async function read(of: { company: Company; filing: Filing; url: string }) {
    if (!(await api.takeTurn({ endsAt, signal }))) return undefined
    const { title, ...known } = describeFiling(of)
    const mayVisit = (url: string) => policy.admits({ ...describeFiling(of), url })
    const timeoutMs = Math.max(1, endsAt - performance.now())
    const page = await fetcher.fetch(of.url, { mayVisit, timeoutMs, signal })
    const [document] = await untilAborted(
      extractor.extract(page.bytes, {
        ...{ url: page.url, ...known, title: `${title}, full text`, ownUrl: 'none' },
        ...(page.contentType && { contentType: page.contentType }),
      }),
      signal,
    )
    return document
  }
}
