import type { Document } from '../../library/document.ts'
import type { DiscoverRequest } from '../../search/finder.ts'
import { chooseTexts } from './choose-filings.ts'
import type { CompanyRecord } from './company-record.ts'
import type { EdgarApi } from './edgar-api.ts'
import { describeFiling, primaryUrl } from './filing-document.ts'
import { interleave } from './interleave.ts'
import { readFilingText, type TextReader } from './read-filing-text.ts'
import type { AskedPeriods } from './years-asked.ts'

/** A full annual report is long: so many of them at most are read for one question. */
export const MOST_TEXTS = 2

interface TextsFor {
  readonly request: DiscoverRequest
  readonly records: readonly CompanyRecord[]
  readonly asked: AskedPeriods
  readonly limit: number
  readonly baseUrl: string
  readonly time: AbortSignal
}

/** Reads the annual reports of the companies, as far as the policy admits them. */
export async function readTexts(
  api: Pick<EdgarApi, 'takeTurn'>,
  reader: TextReader,
  { request, records, asked, limit, baseUrl, time }: TextsFor,
): Promise<Document[]> {
  const { policy, endsAt, isKnown } = request
  const listed = records.map(record =>
    chooseTexts(record, asked).flatMap(filing => {
      const { company } = record
      const url = primaryUrl({ company, filing, baseUrl })
      if (url === undefined || isKnown(url)) return []
      const known = describeFiling({ company, filing })
      const mayVisit = (address: string) => policy.admits({ ...known, url: address })
      return mayVisit(url) ? [{ company, filing, url, mayVisit, endsAt, signal: time }] : []
    }),
  )
  const wanted = interleave(listed).slice(0, Math.min(MOST_TEXTS, limit))
  const texts = await Promise.all(wanted.map(text => readFilingText(api, reader, text)))
  return texts.flatMap(text => (text && policy.admits(text) ? [text] : []))
}
