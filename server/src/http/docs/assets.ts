import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { serveFixed } from '../serve-fixed.ts'

/** What both the website and the documentation look like. */
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
/** A typeface hardly ever changes, and a page that waits for one shows another. */
const MONTH = 'public, max-age=2592000'

/** The stylesheet of the documentation, and the typefaces that the website has from here too. */
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
