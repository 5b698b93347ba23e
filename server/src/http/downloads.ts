import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { version } from '../version.ts'
import type { PackageName, Packages } from './keep-packages.ts'
import { sendWebFile } from './pages/send-web-file.ts'

const DOWNLOADS = '/downloads'

const GZIP = 'application/gzip'
const ZIP = 'application/zip'

interface Download {
  readonly type: string
  /** Names that redirect to the current file, the first of them valid for every version. */
  readonly aliases: readonly [string, ...string[]]
}

const DOWNLOADED: Readonly<Record<PackageName, Download>> = {
  sdk: npmPackage('sdk'),
  cli: npmPackage('cli'),
  mcpb: { type: ZIP, aliases: ['footnote-latest.mcpb'] },
  // pip reads the version from the name.
  wheel: { type: ZIP, aliases: [`footnote-${version}-py3-none-any.whl`] },
  sdist: { type: GZIP, aliases: [`footnote-${version}.tar.gz`] },
}

/**
 * Address that npm or pip installs a package from: it contains the content hash and stays valid. If nothing
 * was built, it is the address that will redirect to the next build.
 */
export function packagePath({ current }: Packages, name: PackageName): string {
  return `${DOWNLOADS}/${current[name] ?? DOWNLOADED[name].aliases[0]}`
}

/** Serves current and earlier packages, and redirects to the latest. */
export function addDownloads(app: FastifyInstance, packages: Packages): void {
  for (const [name, { aliases }] of Object.entries(DOWNLOADED) as [PackageName, Download][]) {
    if (!packages.current[name]) continue
    for (const alias of aliases) {
      app.get(`${DOWNLOADS}/${alias}`, (_request, reply) =>
        reply.header('cache-control', 'no-store').redirect(packagePath(packages, name), 302),
      )
    }
  }
  for (const file of packages.files) {
    app.get(`${DOWNLOADS}/${file}`, async (request, reply) => {
      const identity = await readFile(join(packages.folder, file))
      const type = file.endsWith('gz') ? GZIP : ZIP
      const kind = { type, isImmutable: true, digest: file }
      return sendWebFile({ ...kind, bodies: { identity } }, request, reply)
    })
  }
}

function npmPackage(name: 'sdk' | 'cli'): Download {
  const aliases = ['latest', version].map(alias => `footnote-${name}-${alias}.tgz`)
  return { type: GZIP, aliases: aliases as [string, string] }
}
