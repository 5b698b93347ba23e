import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { version } from '../version.ts'
import { readWebFiles } from './website/read-web-files.ts'
import { sendWebFile } from './website/send-web-file.ts'

/** Where `npm run build` puts them. */
const BUILT_PACKAGES = join(import.meta.dirname, '../../../packaging/dist/downloads')
const DOWNLOADS = '/downloads'

/** Where npm installs our packages from; they have the version of the service. */
export const packagePaths = {
  sdk: `${DOWNLOADS}/footnote-sdk-${version}.tgz`,
  cli: `${DOWNLOADS}/footnote-cli-${version}.tgz`,
} as const

/** Hands out the packages that fit this service; nothing where none were built. */
export function addDownloads(
  app: FastifyInstance,
  { folder = BUILT_PACKAGES }: { folder?: string } = {},
): void {
  for (const [path, file] of readWebFiles(folder)) {
    app.get(`${DOWNLOADS}${path}`, (request, reply) => sendWebFile(file, request, reply))
  }
}
