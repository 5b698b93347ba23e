import type { RequestListener } from 'node:http'
import fastify from 'fastify'
import { addDownloads } from '../../http/downloads.ts'
import type { Packages } from '../../http/keep-packages.ts'

/** The part of the service that serves packages. */
export async function servePackages(packages: Packages): Promise<RequestListener> {
  const app = fastify()
  addDownloads(app, packages)
  await app.ready()
  return app.routing
}
