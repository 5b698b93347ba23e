import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { claimFolder } from './claim-folder.ts'
import { makeTemporaryFolder } from './testing/temporary-folder.ts'

async function makeFolder(): Promise<string> {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  return join(folder.path, 'new')
}

it('names the one before only to who holds the folder alone', async () => {
  const folder = await makeFolder()
  const first = { name: 'engine', id: randomUUID() }
  const claim = await claimFolder(folder, first)
  expect(claim.predecessor).toBeUndefined()
  const sharing = await claimFolder(folder, { name: 'engine', id: randomUUID() })
  expect(sharing.predecessor).toBeUndefined()
  sharing.release()
  claim.release()
  const next = await claimFolder(folder, { name: 'engine', id: randomUUID() })
  onTestFinished(next.release)
  expect(next.predecessor).toBe(first.id)
})

it('makes nothing of a note that was half written', async () => {
  const folder = await makeFolder()
  const claim = await claimFolder(folder, { name: 'engine', id: randomUUID() })
  claim.release()
  await writeFile(join(folder, 'engine.id'), '0190')
  const next = await claimFolder(folder, { name: 'engine', id: randomUUID() })
  onTestFinished(next.release)
  expect(next.predecessor).toBeUndefined()
})
