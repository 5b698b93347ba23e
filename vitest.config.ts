import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files with much to do: left to the end, where the runner puts them, all would wait for them. */
const LONGEST = /\/e2e\/states-of-/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['{bench,cli,contract,e2e,engine,mcp,packaging,platform,sdk,server,web}/**/*.test.ts'],
    globalSetup: ['platform/src/testing/global-setup.ts', 'server/src/testing/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Left alone a poll gives up after a second, which is a timing assertion on a busy machine.
    expect: { poll: { timeout: 45_000 } },
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
})
