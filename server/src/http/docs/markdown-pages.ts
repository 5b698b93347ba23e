import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { markdownPath } from './to-markdown.ts'

interface MarkdownPage {
  /** Path for people. */
  readonly path: string
  /** Cache-Control of the text. */
  readonly cache: string
  read(): Promise<string>
}

/**
 * Serves every page as Markdown: at its path with `.md`, and at its own path if the client prefers
 * Markdown. The page's own reply varies by Accept, whoever serves it.
 */
export function addMarkdownPages(app: FastifyInstance, pages: readonly MarkdownPage[]): void {
  const byPath = new Map(pages.map(page => [page.path, page]))
  const pageOf = ({ method, url }: FastifyRequest) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const path = url.split(/[?#]/)[0] ?? ''
    return byPath.get(path) ?? byPath.get(path.replace(/\/$/, ''))
  }
  const send = async ({ path, cache, read }: MarkdownPage, reply: FastifyReply) => {
    reply.headers({
      'content-type': 'text/markdown; charset=utf-8',
      'cache-control': cache,
      'cross-origin-resource-policy': 'same-origin',
      // Search engines index the page itself.
      link: `<${path}>; rel="canonical"`,
    })
    return reply.send(await read())
  }

  for (const page of pages) {
    app.get(markdownPath(page.path), (_request, reply) => send(page, reply))
  }
  app.addHook('onRequest', async (request, reply) => {
    const page = pageOf(request)
    if (!page) return undefined
    if (prefersMarkdown(request.headers.accept ?? '')) return send(page, reply)
    reply.header('link', `<${markdownPath(page.path)}>; rel="alternate"; type="text/markdown"`)
    return undefined
  })
  // Runs late, since the page's own handler may set Vary too.
  app.addHook('onSend', async (request, reply) => {
    if (!pageOf(request)) return
    reply.header('vary', ['accept', reply.getHeader('vary')].filter(Boolean).join(', '))
  })
}

/** Whether Markdown is named and preferred at least as much as HTML. */
function prefersMarkdown(accept: string): boolean {
  const weightOf = (type: string) => {
    const part = accept
      .toLowerCase()
      .split(',')
      .map(text => text.trim())
      .find(text => text.split(';')[0]?.trim() === type)
    return part === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(part)?.[1] ?? 1)
  }
  const markdown = weightOf('text/markdown')
  return markdown > 0 && markdown >= weightOf('text/html')
}
