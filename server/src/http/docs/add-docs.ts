import { buildOpenApi } from '@footnote/contract/openapi'
import { DOCS_SEARCH_PATH } from '@footnote/contract/site/docs-search'
import { pages } from '@footnote/contract/site/pages'
import type { FastifyInstance } from 'fastify'
import { recentHistory } from '../../figures/recent-status.ts'
import { currentStatus } from '../current-status.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import type { AppDependencies } from '../route.ts'
import { statusMarkdown } from '../status-markdown.ts'
import { addDocsAssets, MINUTES, serveFixed } from './assets.ts'
import { renderDocsPage } from './docs-page.ts'
import { CHANGELOG, readDocsPages, readSitePages, readSkill } from './docs-pages.ts'
import { llmsFullText, llmsText } from './llms-text.ts'
import { addMarkdownPages } from './markdown-pages.ts'
import { searchIndex } from './search-index.ts'
import { serverJson } from './server-json.ts'
import { markdownPath, toMarkdown } from './to-markdown.ts'

const HTML = 'text/html; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'

/** The one page whose text is not known at the start. */
const STATUS = {
  path: pages.status,
  title: 'Status',
  summary: 'Whether calls are accepted now, and how recent calls ended and how long they took.',
}

/** Serves the documentation in every form, built from guides and contract. */
export function addDocs(app: FastifyInstance, deps: AppDependencies): void {
  const baseUrl = deps.baseUrl.replace(/\/+$/, '')
  const hasWebsite = deps.website !== undefined
  const seller = deps.website?.seller
  const headers = pageHeaders({ isHttps: new URL(baseUrl).protocol === 'https:' })
  const surroundings = { baseUrl, hasWebsite, sources: deps.sources, packages: deps.packages }
  const docs = readDocsPages(surroundings)
  const site = readSitePages(surroundings)
  const withMarkdown = new Set([...docs, ...site, STATUS].map(({ path }) => path))
  const textOf = (page: { markdown: string }) => toMarkdown(page, { baseUrl, withMarkdown })

  addDocsAssets(app)
  for (const page of docs) {
    const make = () => renderDocsPage(page, { all: docs, hasWebsite, seller })
    serveFixed(app, page.path, { type: HTML, make, headers })
    app.get(`${page.path}/`, async (_request, reply) => reply.redirect(page.path, 301))
  }
  addMarkdownPages(app, [
    ...[...docs, ...site].map(page => {
      const text = textOf(page)
      return { path: page.path, cache: MINUTES, read: async () => text }
    }),
    {
      path: STATUS.path,
      cache: 'no-store',
      read: async () =>
        statusMarkdown(await currentStatus(deps, {}), await recentHistory(deps.database, {})),
    },
  ])
  serveFixed(app, '/openapi.json', {
    type: JSON_TYPE,
    make: () => JSON.stringify(buildOpenApi({ baseUrl })),
  })
  serveFixed(app, DOCS_SEARCH_PATH, {
    type: JSON_TYPE,
    make: () => JSON.stringify(searchIndex(docs)),
  })
  serveFixed(app, '/server.json', {
    type: JSON_TYPE,
    make: () => JSON.stringify(serverJson(baseUrl), null, 2),
  })
  serveFixed(app, '/skill.md', { type: MARKDOWN, make: () => readSkill(surroundings) })
  serveFixed(app, '/llms.txt', {
    type: TEXT,
    make: () => llmsText({ baseUrl, docs, site: [...site, STATUS] }),
  })
  serveFixed(app, '/llms-full.txt', {
    type: TEXT,
    make: () =>
      llmsFullText([...site, ...docs].filter(({ path }) => path !== CHANGELOG).map(textOf)),
  })
  if (!hasWebsite) addRedirects(app)
}

/** Without a website, the documentation is the home page. */
function addRedirects(app: FastifyInstance): void {
  app.get('/', async (_request, reply) => reply.redirect('/docs'))
  for (const path of [pages.prices, pages.status]) {
    app.get(path, async (_request, reply) => reply.redirect(markdownPath(path)))
  }
}
