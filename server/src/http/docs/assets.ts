import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

/** Design tokens of both the website and the documentation. */
const TOKENS = fileURLToPath(import.meta.resolve('@footnote/web/tokens.css'))
const STYLES = join(import.meta.dirname, 'docs.css')
const FONTS = {
  '/fonts/geist.woff2': import.meta.resolve(
    '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
  ),
  '/fonts/newsreader.woff2': import.meta.resolve(
    '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
  ),
}
/** Long, since a font rarely changes and a page without its font shows another first. */
const MONTH = 'public, max-age=2592000'

/** Serves the documentation's stylesheet, and the fonts that the website uses too. */
export function addDocsAssets(app: FastifyInstance): void {
  serveFixed(app, '/docs.css', {
    type: 'text/css; charset=utf-8',
    body: readFileSync(TOKENS, 'utf8') + readFileSync(STYLES, 'utf8'),
  })
  for (const [path, file] of Object.entries(FONTS)) {
    const body = readFileSync(fileURLToPath(file))
    serveFixed(app, path, { type: 'font/woff2', body, cache: MONTH })
  }
}

/** Short, since a new version of the service may change the content. */
export const MINUTES = 'public, max-age=300'

/** Serves content that is known at the start and stays the same. */
export function serveFixed(
  app: FastifyInstance,
  path: string,
  {
    type,
    body,
    cache = MINUTES,
    headers = {},
  }: {
    type: string
    body: string | Buffer
    cache?: string
    headers?: Readonly<Record<string, string>>
  },
): void {
  app.get(path, async (_request, reply) => {
    reply.headers({ 'content-type': type, 'cache-control': cache, ...headers })
    return body
  })
}
