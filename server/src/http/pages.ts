import { buildOpenApi } from '@footnote/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { renderDocsPage } from './docs-page.ts'
import { docsStylesheet } from './docs-stylesheet.ts'

const HTML_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** What is there to read: the OpenAPI document and the reference, both made from the contract. */
export function addPages(
  app: FastifyInstance,
  // Without a website these are all pages that there are, so that visitors are led here.
  { baseUrl, hasWebsite }: { baseUrl: string; hasWebsite: boolean },
): void {
  const openApi = JSON.stringify(buildOpenApi({ baseUrl }))
  const docs = renderDocsPage({ baseUrl, hasWebsite })
  const add = (path: string, type: string, body: string) =>
    app.get(path, async (_request, reply) => {
      reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=300' })
      if (type.startsWith('text/html')) reply.header('content-security-policy', HTML_POLICY)
      return body
    })
  add('/openapi.json', 'application/json; charset=utf-8', openApi)
  add('/docs', 'text/html; charset=utf-8', docs)
  add('/docs.css', 'text/css; charset=utf-8', docsStylesheet)
  if (!hasWebsite) app.get('/', async (_request, reply) => reply.redirect('/docs'))
}
