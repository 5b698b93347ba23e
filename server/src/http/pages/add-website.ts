import { hash } from 'node:crypto'
import { extname, join } from 'node:path'
import { movedPages, pages } from '@footnote/contract/site/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageHeaders, sharedHeaders } from './page-headers.ts'
import { readWebFiles, type WebFile } from './read-web-files.ts'
import { sendWebFile } from './send-web-file.ts'

/** Folder where `npm run build` puts the website. */
const BUILT_PAGE = join(import.meta.dirname, '../../../../web/dist')
const PAGE_FILE = '/index.html'
/** The page as it looks before its scripts run, for paths where the build made one. */
const prerenderedFile = (path: string) => `/prerendered${path === pages.home ? '/home' : path}.html`
/** Scripts that the build puts into pages, besides all style sheets. */
const INLINE_SCRIPTS = ['/theme.js', '/start.js']
/** Paths that only programs request, which get JSON errors. */
const NO_PAGES = /^\/(?:api|site|auth|webhooks|downloads)(?:[/?#]|$)/i
const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Footnote</title>
<h1>The website is not built</h1>
<p>Run <code>npm run build</code> in the checkout and start the service again. The API works all the
same: see <a href="/docs">the documentation</a>.</p></html>
`

/**
 * Serves the built website: its files, the page under each of its paths, and the page with 404 to a
 * browser that requests an unknown path.
 */
export function addWebsite(
  app: FastifyInstance,
  { folder = BUILT_PAGE, isHttps }: { folder?: string; isHttps: boolean },
): void {
  const files = readWebFiles(folder)
  const headers = pageHeaders({
    isHttps,
    inline: {
      scripts: hashesOf(INLINE_SCRIPTS.flatMap(path => files.get(path) ?? [])),
      styles: hashesOf([...files.values()].filter(({ type }) => type.startsWith('text/css'))),
    },
  })
  const page = files.get(PAGE_FILE)

  for (const [path, file] of files) {
    if (extname(path) === '.html') continue
    app.get(path, (request, reply) => sendWebFile(file, request, reply))
  }
  for (const page of Object.values(pages)) {
    const more = page === pages.shared ? sharedHeaders : {}
    const file = files.get(prerenderedFile(page))
    for (const path of toRoutes(page)) {
      app.get(path, (request, reply) => sendPage(request, reply, file).headers(more))
    }
  }
  for (const [path, target] of Object.entries(movedPages)) {
    app.get(path, (_, reply) => reply.headers(headers).redirect(target, 301))
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 && wantsPage(request)) sendPage(request, reply.code(404))
    else done()
  })

  function sendPage(request: FastifyRequest, reply: FastifyReply, file = page): FastifyReply {
    reply.headers(headers)
    if (file) return sendWebFile(file, request, reply)
    return reply.code(503).header('content-type', 'text/html; charset=utf-8').send(NOT_BUILT)
  }
}

/** Hashes of files, for pages that contain them inline. */
function hashesOf(files: readonly WebFile[]): readonly string[] {
  return files.map(({ bodies }) => `'sha256-${hash('sha256', bodies.identity, 'base64')}'`)
}

/** Converts the table's `$name` to Fastify's `:name`; a path may end with a slash. */
function toRoutes(page: string): string[] {
  const route = page.replaceAll('$', ':')
  return route === '/' ? [route] : [route, `${route}/`]
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !NO_PAGES.test(unescaped(url)) && /\btext\/html\b/i.test(headers.accept ?? '')
}

/** Decodes a path; one that cannot be decoded stays as it is. */
function unescaped(url: string): string {
  return url.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
