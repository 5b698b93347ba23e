import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { WebFile } from './web-file.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.tgz': 'application/gzip',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
/** What the build writes beside a file that is worth compressing. */
const COMPRESSED = { '.br': 'br', '.gz': 'gzip' } as const
/** Where the build puts files that are named after their content. */
const HASHED = '/assets/'

/**
 * The built page by path, whole in memory: the files are few, and a build that takes their place
 * while the service runs cannot mix with them. Empty where nothing was built.
 */
export function readWebFiles(folder: string): ReadonlyMap<string, WebFile> {
  const contents = new Map(
    globSync('**/*', { cwd: folder, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .map(file => [file.slice(folder.length).replaceAll(sep, '/'), readFileSync(file)]),
  )
  const plain = [...contents].filter(([path]) => !(extname(path) in COMPRESSED))
  return new Map(plain.map(([path, body]) => [path, toWebFile(contents, path, body)]))
}

function toWebFile(contents: ReadonlyMap<string, Buffer>, path: string, identity: Buffer): WebFile {
  const compressed = Object.entries(COMPRESSED).flatMap(([suffix, name]) => {
    const body = contents.get(path + suffix)
    return body ? [[name, body]] : []
  })
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    isImmutable: path.startsWith(HASHED),
    digest: hash('sha256', identity, 'base64url').slice(0, 22),
    bodies: { identity, ...Object.fromEntries(compressed) },
  }
}
