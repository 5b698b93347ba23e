import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Library, openLibrary } from '../open-library.ts'

/** A path for a library that is gone after the test. */
export function temporaryLibraryPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-library-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'library.db')
}

export function temporaryLibrary(path = temporaryLibraryPath()): Library {
  const library = openLibrary(path)
  onTestFinished(() => library.close())
  return library
}
