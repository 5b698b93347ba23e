import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../api-error.ts'
import { version } from '../version.ts'
import type { Packages } from './keep-packages.ts'
import { sendWebFile } from './website/send-web-file.ts'

const DOWNLOADS = '/downloads'
const NAMES = ['sdk', 'cli'] as const
/** Package, version and a hash of the content. */
const FILE = /^footnote-(?:sdk|cli)-\d+\.\d+\.\d+-([0-9a-f]{16})\.tgz$/

/**
 * Where npm installs a package from. The address names the content and stays as it is; only where
 * nothing was built, it is one that leads nowhere yet.
 */
export function packagePath({ current }: Packages, name: (typeof NAMES)[number]): string {
  return `${DOWNLOADS}/${current[name] ?? `footnote-${name}-latest.tgz`}`
}

/** Serves the packages of this service and earlier ones, and addresses that lead to the latest. */
export function addDownloads(app: FastifyInstance, packages: Packages): void {
  for (const name of NAMES.filter(name => packages.current[name])) {
    for (const alias of ['latest', version]) {
      app.get(`${DOWNLOADS}/footnote-${name}-${alias}.tgz`, (_request, reply) =>
        reply.header('cache-control', 'no-store').redirect(packagePath(packages, name), 302),
      )
    }
  }
  app.get<{ Params: { file: string } }>(`${DOWNLOADS}/:file`, async (request, reply) => {
    const { file } = request.params
    const digest = FILE.exec(file)?.[1]
    const body = digest && (await readKept(packages, file))
    if (!digest || !body) throw new ApiError('NOT_FOUND')
    const type = 'application/gzip'
    return sendWebFile(
      { type, isImmutable: true, digest, bodies: { identity: body } },
      request,
      reply,
    )
  })
}

async function readKept({ folder }: Packages, file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(join(folder, file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
