import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startFakeModel } from '../../../engine/src/llm/client/testing/fake-model.ts'
import { startFakeSearch } from '../../../engine/src/web/testing/fake-search.ts'
import { answerMain } from '../../answer-main.ts'
import { honestScript } from './honest-script.ts'
import { type SitePage, sitePages } from './site-pages.ts'

/** Number of sites, so many that no run waits for a site's pause. */
const SITES = 60

export interface FakeWeb {
  /** The addresses of all pages, on many sites that are all served here. */
  readonly urls: readonly string[]
  readonly searchUrl: string
  readonly modelUrl: string
}

/** Serves sites, a search and an honest model outside the measured process. */
answerMain({
  async listen(): Promise<FakeWeb> {
    const pages = sitePages()
    const port = await serve(pages)
    const urls = pages.map(({ path }, at) => `http://site-${at % SITES}.example:${port}${path}`)
    const listed = pages.map(({ title, snippet }, at) => ({
      url: urls[at] ?? '',
      title,
      text: snippet,
    }))
    const search = await startFakeSearch({ pages: listed })
    const model = await startFakeModel(honestScript)
    return { urls, searchUrl: search.url, modelUrl: model.url }
  },
})

async function serve(pages: readonly SitePage[]): Promise<number> {
  const byPath = new Map(pages.map(page => [page.path, page]))
  const server = createServer((request, response) => {
    const page = byPath.get(request.url ?? '')
    if (!page) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': page.contentType }).end(page.bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
