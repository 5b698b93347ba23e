import { createServiceCaller, type ServiceCaller } from '../../outside/service-caller.ts'

export interface EdgarCallers {
  /** Lists and archives. */
  readonly site: ServiceCaller
  /** Submissions and company facts, which EDGAR serves from another host. */
  readonly data: ServiceCaller
  /** Base address for citing filings, without a slash at its end. */
  readonly baseUrl: string
  /** EDGAR requires it for pages too. */
  readonly userAgent: string
  close(): Promise<void>
}

const OWN_HOST = /^(?:www\.)?sec\.gov$/
const DATA_URL = 'https://data.sec.gov'
/** EDGAR blocks a client for ten minutes; one request a minute does no harm. */
const PAUSE_MS = 60_000

/** Creates callers that identify themselves, as EDGAR requires. A mirror serves everything from one address. */
export function createEdgarCallers(options: {
  readonly url: string
  readonly contact: string
}): EdgarCallers {
  const baseUrl = options.url.replace(/\/+$/, '')
  const userAgent = `Footnote ${options.contact}`
  const headers = { 'user-agent': userAgent }
  const open = (address: string) =>
    createServiceCaller({ name: 'EDGAR', baseUrl: address, headers, pauseMs: PAUSE_MS })
  const site = open(baseUrl)
  const data = OWN_HOST.test(new URL(baseUrl).hostname) ? open(DATA_URL) : site
  const close = async () => {
    await Promise.all([...new Set([site, data])].map(caller => caller.close()))
  }
  return { site, data, baseUrl, userAgent, close }
}
