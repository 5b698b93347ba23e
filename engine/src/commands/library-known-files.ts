import { hash } from 'node:crypto'
import type { Stats } from 'node:fs'
import type { Library } from '../library/open-library.ts'

/** Raised when the same file would be read differently, so that adding it again does so. */
const EXTRACT_VERSION = '3'

export interface KnownFiles {
  /** The address under which the file is in the library as it is now, if it is. */
  find(path: string, status: Stats): string | undefined
  remember(path: string, status: Stats, url: string): void
}

/** Which files need not be read again, by size and time of change. */
export function openKnownFiles(library: Library, settings: unknown): KnownFiles {
  const markOf = (path: string) => `file ${hash('sha256', path, 'base64')}`
  const version = hash('sha256', JSON.stringify([EXTRACT_VERSION, settings]), 'base64')
  const stateOf = ({ size, mtimeMs }: Stats) => `${size} ${mtimeMs} ${version} `
  return {
    find(path, status) {
      const mark = library.readMark(markOf(path))
      const state = stateOf(status)
      if (!mark?.startsWith(state)) return undefined
      const url = mark.slice(state.length)
      // What was removed since is added again.
      return library.has(url) ? url : undefined
    },
    remember(path, status, url) {
      library.writeMark(markOf(path), stateOf(status) + url)
    },
  }
}
