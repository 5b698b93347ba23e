import type { ServerResponse } from 'node:http'
import { buildPdf, placeLines } from '../../extract/testing/build-pdf.ts'
import { startServer, type TestServer } from '../../outside/testing/start-server.ts'
import { pageHtml } from './fake-page.ts'

export type SitePage =
  | {
      readonly kind?: 'html'
      readonly title: string
      readonly text: string
      readonly date?: string
      readonly language?: string
      readonly canonical?: string
      /** As the header says. */
      readonly lastModified?: string
    }
  | { readonly kind: 'pdf'; readonly lines: readonly string[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'redirect'; readonly to: string }
  /** For everything else that a site can do. */
  | { readonly kind: 'answer'; readonly answer: (response: ServerResponse) => unknown }

export interface FakeSite extends TestServer {
  /** The pages by path, until they are set again. */
  pages: Readonly<Record<string, SitePage>>
}

/** A site of the open web, as far as its pages go. Other paths get 404. */
export async function startFakeSite(
  pages: Readonly<Record<string, SitePage>> = {},
): Promise<FakeSite> {
  const state = { pages }
  const server = await startServer(({ path }, response) => {
    const page = state.pages[path]
    if (page) return serve(page, response)
    return response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
  })
  return Object.assign(state, server)
}

function serve(page: SitePage, response: ServerResponse): unknown {
  switch (page.kind) {
    case 'pdf':
      response.setHeader('content-type', 'application/pdf')
      return response.end(buildPdf([placeLines(page.lines, { y: 720 })]))
    case 'text':
      response.setHeader('content-type', 'text/plain; charset=utf-8')
      return response.end(page.text)
    case 'redirect':
      return response.writeHead(302, { location: page.to }).end()
    case 'answer':
      return page.answer(response)
    default:
      response.setHeader('content-type', 'text/html; charset=utf-8')
      if (page.lastModified) response.setHeader('last-modified', page.lastModified)
      return response.end(pageHtml(page))
  }
}
