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
  const styles = readFileSync(TOKENS, 'utf8') + readFileSync(STYLES, 'utf8')
  serveFixed(app, '/docs.css', { type: 'text/css; charset=utf-8', make: () => styles })
  for (const [path, file] of Object.entries(FONTS)) {
    const font = readFileSync(fileURLToPath(file))
    serveFixed(app, path, { type: 'font/woff2', make: () => font, cache: MONTH })
  }
}

/** Short, since a new version of the service may change the content. */
export const MINUTES = 'public, max-age=300'

/** Serves content that stays the same. Its first reader has it made, so that it does not delay the start. */
export function serveFixed(
  app: FastifyInstance,
  path: string,
  {
    type,
    make,
    cache = MINUTES,
    headers = {},
  }: {
    type: string
    make: () => string | Buffer
    cache?: string
    headers?: Readonly<Record<string, string>>
  },
): void {
  let made: string | Buffer | undefined
  app.get(path, async (_request, reply) => {
    // Made first, so that no cache keeps an error.
    made ??= make()
    reply.headers({ 'content-type': type, 'cache-control': cache, ...headers })
    return made
  })
}
