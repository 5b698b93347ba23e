import type { FastifyInstance } from 'fastify'

/**
 * Notes every route that is added from now on. What comes back tells the methods that a path knows;
 * none for a path that there is not.
 */
export function collectMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { readonly methods: readonly string[]; readonly pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    routes.push({
      methods: [method].flat(),
      pattern: new RegExp(`^${url.split('/').map(toPattern).join('/')}$`),
    })
  })
  return path => {
    const found = routes.filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.flatMap(({ methods }) => methods))].sort()
  }
}

function toPattern(segment: string): string {
  return segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment)
}
