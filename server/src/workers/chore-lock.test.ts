import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { expect, it, onTestFinished } from 'vitest'
import { createChoreLock } from './chore-lock.ts'

it('lets one worker do the common chores, and another once the first has ended', async () => {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  const [one, other] = [createChoreLock(folder.path), createChoreLock(folder.path)]
  onTestFinished(() => other.release())
  await one.tryTake()
  await other.tryTake()
  expect([one.isOurs, other.isOurs]).toEqual([true, false])
  one.release()
  await other.tryTake()
  expect([one.isOurs, other.isOurs]).toEqual([false, true])
})
