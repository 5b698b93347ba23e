import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { version } from '../version.ts'
import type { Packages } from './keep-packages.ts'
import { sendWebFile } from './pages/send-web-file.ts'

const DOWNLOADS = '/downloads'
const NAMES = ['sdk', 'cli'] as const

/**
 * Address that npm installs a package from: it contains the content hash and stays valid. If nothing
 * was built, it is the address that will redirect to the next build.
 */
export function packagePath({ current }: Packages, name: (typeof NAMES)[number]): string {
  return `${DOWNLOADS}/${current[name] ?? `footnote-${name}-latest.tgz`}`
}

/** Serves current and earlier packages, and redirects to the latest. */
export function addDownloads(app: FastifyInstance, packages: Packages): void {
  for (const name of NAMES.filter(name => packages.current[name])) {
    for (const alias of ['latest', version]) {
      app.get(`${DOWNLOADS}/footnote-${name}-${alias}.tgz`, (_request, reply) =>
        reply.header('cache-control', 'no-store').redirect(packagePath(packages, name), 302),
      )
    }
  }
  for (const file of packages.files) {
    app.get(`${DOWNLOADS}/${file}`, async (request, reply) => {
      const identity = await readFile(join(packages.folder, file))
      const kind = { type: 'application/gzip', isImmutable: true, digest: file }
      return sendWebFile({ ...kind, bodies: { identity } }, request, reply)
    })
  }
}
