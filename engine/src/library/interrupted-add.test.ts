import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { compilePolicy } from '../policy/compile-policy.ts'
import { temporaryLibrary, temporaryLibraryPath } from './testing/temporary-library.ts'

const DOCUMENTS = 12_000
const addMany = fileURLToPath(new URL('./testing/add-many.ts', import.meta.url))

it('an add that is killed leaves a sound library, and is finished by running it again', async () => {
  const path = temporaryLibraryPath()
  const child = spawn(process.execPath, [addMany, path, String(DOCUMENTS)])
  for await (const line of createInterface({ input: child.stdout })) {
    if (Number(line) >= 5_000) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')

  const library = temporaryLibrary(path)
  const { documents, passages } = library.counts()
  expect(documents).toBeGreaterThan(0)
  expect(documents).toBeLessThan(DOCUMENTS)
  expectSound(path, passages)

  const again = spawn(process.execPath, [addMany, path, String(DOCUMENTS)], { stdio: 'ignore' })
  const policy = compilePolicy({}, { now: new Date() })
  expect(library.search({ query: 'deep lake', policy, limit: 3 })).toHaveLength(3)
  const [code] = await once(again, 'exit')
  expect(code).toBe(0)
  expect(library.counts().documents).toBe(DOCUMENTS)
  expectSound(path, library.counts().passages)
})

function expectSound(path: string, passages: number): void {
  const database = new DatabaseSync(path)
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect(database.prepare('SELECT count(*) AS n FROM passage').get()).toEqual({ n: passages })
  expect(database.prepare('SELECT count(*) AS n FROM passage_index_docsize').get()).toEqual({
    n: passages,
  })
  database.close()
}
