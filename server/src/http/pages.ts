import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildOpenApi } from '@footnote/contract/openapi'
import { pages } from '@footnote/contract/site/pages'
import type { FastifyInstance } from 'fastify'
import { statusMarkdown } from '../figures/status-markdown.ts'
import { currentStatus } from './current-status.ts'
import { readDocsPages, readSitePages } from './docs/docs-pages.ts'
import { llmsFullText, llmsText } from './docs/llms-text.ts'
import { markdownPath, toMarkdown } from './docs/to-markdown.ts'
import { renderDocsPage } from './docs-page.ts'
import { addMarkdownPages } from './markdown-pages.ts'
import type { AppDependencies } from './route.ts'
import { pageHeaders } from './website/page-headers.ts'

const HTML = 'text/html; charset=utf-8'
const CSS = 'text/css; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
/** What both the website and the documentation look like. */
const TOKENS = join(import.meta.dirname, '../../../web/src/tokens.css')
const STYLES = join(import.meta.dirname, 'docs/docs.css')
const FONTS = {
  '/fonts/geist.woff2': import.meta.resolve(
    '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
  ),
  '/fonts/newsreader.woff2': import.meta.resolve(
    '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
  ),
}
/** Short, since a new version of the service may say something else. */
const MINUTES = 'public, max-age=300'
/** A typeface hardly ever changes, and a page that waits for one shows another. */
const MONTH = 'public, max-age=2592000'

/** The one page whose text is not known at the start. */
const STATUS = {
  path: pages.status,
  title: 'Status',
  summary:
    'Whether calls are accepted, and how many succeeded, were refunded and how long they took.',
}

/** What there is to read: the documentation in every form, made from guides and contract at the start. */
export function addPages(app: FastifyInstance, deps: AppDependencies): void {
  const baseUrl = deps.baseUrl.replace(/\/+$/, '')
  const hasWebsite = deps.website !== undefined
  const headers = pageHeaders({ isHttps: baseUrl.startsWith('https:') })
  const docs = readDocsPages({ baseUrl, hasWebsite })
  const site = readSitePages({ baseUrl, hasWebsite })
  const paths = [...docs, ...site, STATUS].map(({ path }) => path)
  const textOf = (page: { markdown: string }) =>
    toMarkdown(page, { baseUrl, withMarkdown: new Set(paths) })

  const add = (path: string, type: string, body: string | Buffer, cache = MINUTES) =>
    app.get(path, async (_request, reply) => {
      reply.headers({ 'content-type': type, 'cache-control': cache })
      if (type === HTML) reply.headers(headers)
      return body
    })
  for (const page of docs) {
    add(page.path, HTML, renderDocsPage(page, { all: docs, hasWebsite }))
    app.get(`${page.path}/`, async (_request, reply) => reply.redirect(page.path, 301))
  }
  add('/docs.css', CSS, readFileSync(TOKENS, 'utf8') + readFileSync(STYLES, 'utf8'))
  for (const [path, file] of Object.entries(FONTS)) {
    add(path, 'font/woff2', readFileSync(fileURLToPath(file)), MONTH)
  }
  add('/openapi.json', JSON_TYPE, JSON.stringify(buildOpenApi({ baseUrl })))
  add('/llms.txt', TEXT, llmsText({ baseUrl, docs, site: [...site, STATUS] }))
  add('/llms-full.txt', TEXT, llmsFullText([...site, ...docs].map(textOf)))
  addMarkdownPages(app, [
    ...[...docs, ...site].map(page => {
      const text = textOf(page)
      return { path: page.path, cache: MINUTES, read: async () => text }
    }),
    {
      path: STATUS.path,
      cache: 'no-store',
      read: async () => statusMarkdown(await currentStatus(deps, {})),
    },
  ])

  // Without a website the documentation is all that there is to look at.
  if (hasWebsite) return
  app.get('/', async (_request, reply) => reply.redirect('/docs'))
  for (const path of [pages.prices, pages.status]) {
    app.get(path, async (_request, reply) => reply.redirect(markdownPath(path)))
  }
}
