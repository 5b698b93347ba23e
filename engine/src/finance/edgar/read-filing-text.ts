import type { Extractor } from '../../extract/extract-in-worker.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { Document } from '../../library/document.ts'
import type { Company } from '../../search/company-fact.ts'
import { untilAborted } from '../../until-aborted.ts'
import type { Filing } from './company-record.ts'
import type { EdgarApi } from './edgar-api.ts'
import { describeFiling } from './filing-document.ts'

export interface TextReader {
  readonly fetcher: Fetcher
  readonly extractor: Extractor
}

export interface FilingText {
  readonly company: Company
  readonly filing: Filing
  readonly url: string
  readonly mayVisit: (url: string) => boolean
  readonly endsAt: number
  readonly signal: AbortSignal
}

/** Reads the text of a filing; undefined if it cannot be loaded in time. */
export async function readFilingText(
  api: Pick<EdgarApi, 'takeTurn'>,
  { fetcher, extractor }: TextReader,
  { company, filing, url, mayVisit, endsAt, signal }: FilingText,
): Promise<Document | undefined> {
  try {
    if (!(await api.takeTurn({ endsAt, signal }))) return undefined
    const timeoutMs = Math.max(1, endsAt - performance.now())
    const page = await fetcher.fetch(url, { mayVisit, timeoutMs, signal })
    const { title, aliases, ...known } = describeFiling({ company, filing })
    const [document] = await untilAborted(
      extractor.extract(page.bytes, {
        url: page.url,
        ...known,
        title: `${title}, full text`,
        aliases,
        ownUrl: 'none',
        ...(page.contentType && { contentType: page.contentType }),
      }),
      signal,
    )
    return document
  } catch {
    return undefined
  }
}
