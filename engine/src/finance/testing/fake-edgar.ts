import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import {
  type SeenRequest,
  startServer,
  type TestServer,
} from '../../outside/testing/start-server.ts'
import { fakeCompanies } from './fake-companies.ts'
import type { FakeCompany, FakeFiling } from './fake-company.ts'

/** The fault to simulate until it is set again. */
export type EdgarFault =
  /** As EDGAR replies to a client that sends too many requests. */
  | { readonly status: 403 | 429 | 500 | 503; readonly headers?: Readonly<Record<string, string>> }
  /** Takes the request and never answers. */
  | 'hang'
  /** A page where there should be JSON. */
  | 'garbage'
  /** More than anybody should read, without an end. */
  | 'huge'
  /** JSON of another shape. */
  | 'odd'

export interface FakeEdgarOptions {
  readonly companies?: readonly FakeCompany[]
  /** By a piece of the path, such as `/submissions/`; the empty one is in every path. */
  readonly faults?: Readonly<Record<string, EdgarFault>>
}

export interface FakeEdgar extends Pick<TestServer, 'url' | 'requests' | 'close'> {
  faults: Readonly<Record<string, EdgarFault>>
}

const CHUNK = Buffer.alloc(256 * 1024, ' ')
/** EDGAR requires a contact address. */
const CONTACT = /\S+@\S+\.\S+/

/** EDGAR on loopback, both hosts in one: tickers, submissions, company facts and archives. */
export async function startFakeEdgar({
  companies = fakeCompanies,
  faults = {},
}: FakeEdgarOptions = {}): Promise<FakeEdgar> {
  const replies = new Map<string, string>()
  replies.set('/files/company_tickers.json', JSON.stringify(tickersOf(companies)))
  for (const company of companies) {
    const cik = String(company.cik).padStart(10, '0')
    replies.set(`/submissions/CIK${cik}.json`, JSON.stringify(submissionsOf(company)))
    if (company.hasFacts) {
      replies.set(`/api/xbrl/companyfacts/CIK${cik}.json`, JSON.stringify(factsOf(company)))
    }
    for (const filing of company.filings) {
      const folder = `/Archives/edgar/data/${company.cik}/${filing.accession.replaceAll('-', '')}`
      replies.set(`${folder}/${fileOf(company, filing)}`, filing.html)
    }
  }
  const fake = { faults }
  const server = await startServer((request, response) => {
    const found = Object.entries(fake.faults).find(([piece]) => request.path.includes(piece))
    if (found) return answerWith(found[1], response)
    return answer(replies.get(request.path), { request, response })
  })
  return Object.assign(fake, { url: server.url, requests: server.requests, close: server.close })
}

function answer(
  body: string | undefined,
  { request, response }: { request: SeenRequest; response: ServerResponse },
): unknown {
  if (!CONTACT.test(request.headers['user-agent'] ?? '')) {
    const page =
      '<html><body>Your Request Originates from an Undeclared Automated Tool</body></html>'
    return response.writeHead(403, { 'content-type': 'text/html' }).end(page)
  }
  if (body === undefined) {
    const xml = '<Error><Code>NoSuchKey</Code></Error>'
    return response.writeHead(404, { 'content-type': 'application/xml' }).end(xml)
  }
  const type = request.path.endsWith('.json') ? 'application/json' : 'text/html'
  const isGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  response.setHeader('content-type', type)
  if (!isGzip) return response.end(body)
  return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body))
}

function answerWith(fault: EdgarFault, response: ServerResponse): unknown {
  if (fault === 'hang') return undefined
  if (fault === 'garbage') return response.end('<!DOCTYPE html><p>Scheduled maintenance')
  if (fault === 'odd') return response.end('{"facts":[1],"filings":{"recent":7},"0":["x"]}')
  if (fault === 'huge') return pipeline(Readable.from(endless()), response).catch(() => {})
  return response
    .writeHead(fault.status, fault.headers)
    .end('<html>Request Rate Threshold Exceeded</html>')
}

/** JSON that goes on until the client disconnects. */
function* endless() {
  yield Buffer.from('{"facts":')
  while (true) yield CHUNK
}

function tickersOf(companies: readonly FakeCompany[]) {
  const rows = companies.flatMap(({ cik, ticker, otherTickers, name }) =>
    [ticker, ...otherTickers].map(symbol => ({ cik_str: cik, ticker: symbol, title: name })),
  )
  return { ...rows }
}

function submissionsOf(company: FakeCompany) {
  const { cik, name, ticker, otherTickers, fiscalYearEnd } = company
  const filings = company.filings.toSorted((one, other) => (one.filed < other.filed ? 1 : -1))
  return {
    cik: String(cik),
    entityType: 'operating',
    sic: '3571',
    name,
    tickers: [ticker, ...otherTickers],
    exchanges: ['Nasdaq'],
    fiscalYearEnd,
    filings: {
      recent: {
        accessionNumber: filings.map(({ accession }) => accession),
        filingDate: filings.map(({ filed }) => filed),
        reportDate: filings.map(({ period }) => period),
        form: filings.map(({ form }) => form),
        primaryDocument: filings.map(filing => fileOf(company, filing)),
        primaryDocDescription: filings.map(({ form }) => form),
      },
      files: [],
    },
  }
}

function fileOf({ ticker }: FakeCompany, { period }: FakeFiling): string {
  return `${ticker.toLowerCase()}-${period.replaceAll('-', '')}.htm`
}

/** Each filing's figures under the concept, with the filing's own year: EDGAR's trap. */
function factsOf({ cik, name, filings }: FakeCompany) {
  const facts: Record<string, Record<string, { units: Record<string, object[]> }>> = {}
  const listed = filings.toSorted((one, other) => (one.filed < other.filed ? -1 : 1))
  for (const { facts: filed, ...filing } of listed) {
    for (const [key, values] of Object.entries(filed)) {
      const [concept = '', unit = ''] = key.split(' ')
      const [taxonomy = '', tag = ''] = concept.split(':')
      const tags = facts[taxonomy] ?? {}
      facts[taxonomy] = tags
      const { units } = tags[tag] ?? { units: {} }
      tags[tag] = { units }
      units[unit] = [...(units[unit] ?? []), ...rowsOf(values, filing)]
    }
  }
  return { cik, entityName: name, facts }
}

function rowsOf(values: Readonly<Record<string, number>>, filing: Omit<FakeFiling, 'facts'>) {
  const { accession: accn, fy, fp, form, filed } = filing
  return Object.entries(values).map(([period, val]) => {
    const [start, end] = period.split('/')
    const dates = end === undefined ? { end: start } : { start, end }
    return { ...dates, val, accn, fy, fp, form, filed }
  })
}
