import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'

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
/** Suffixes of the compressed files that the build writes. */
const COMPRESSED = { '.br': 'br', '.gz': 'gzip' } as const
/** Folder of files that are named after their content. */
const HASHED = '/assets/'

/**
 * Reads the built website into memory by path: the files are few, and a new build cannot mix with
 * them while the service runs. Empty if nothing was built.
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

/** A file of the built website, ready to be sent. */
export interface WebFile {
  readonly type: string
  /** Its name changes with its content, so it may be cached forever. */
  readonly isImmutable: boolean
  /** Digest of its content; each encoding adds its name, since the bytes differ. */
  readonly digest: string
  readonly bodies: {
    readonly identity: Buffer
    readonly br?: Buffer
    readonly gzip?: Buffer
  }
}
