import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files with much to do: left to the end, where the runner puts them, all would wait for them. */
const LONGEST = /\/(?:e2e\/states-of-|simulation\/simulate|server\/src\/crash\/withheld)/
/** Files that share a process are all work and no waiting, which fills the pauses of the longest. */
const TOGETHER = 'together'

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const longest = sorted.filter(({ moduleId }) => LONGEST.test(moduleId))
    const together = sorted.filter(({ project }) => project.name === TOGETHER)
    const rest = sorted.filter(file => !longest.includes(file) && !together.includes(file))
    return [...longest, ...this.shuffle(together), ...rest]
  }

  /** Shuffles files by the seed alone, which the run prints and `--sequence.seed` replays. */
  private shuffle(files: TestSpecification[]): TestSpecification[] {
    const { root, sequence } = this.ctx.config
    const place = ({ moduleId }: TestSpecification) =>
      createHash('sha256')
        .update(`${sequence.seed} ${relative(root, moduleId)}`)
        .digest('hex')
    return files.toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
  }
}

const PLATFORM_SETUP = 'platform/src/testing/global-setup.ts'

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Left alone a poll gives up after a second, which is a timing assertion on a busy machine.
    expect: { poll: { timeout: 45_000 } },
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: TOGETHER,
          // Many small files that change nothing outside themselves: one process takes them in turn,
          // where a process for each would spend as long on its start as on the tests.
          include: ['{contract,engine,web}/**/*.test.ts'],
          isolate: false,
          // Shuffled, so that no test can depend on what another leaves behind.
          sequence: { shuffle: true },
          globalSetup: [PLATFORM_SETUP],
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['{bench,cli,e2e,mcp,packaging,platform,sdk,server,simulation}/**/*.test.ts'],
          globalSetup: [PLATFORM_SETUP, 'server/src/testing/global-setup.ts'],
        },
      },
    ],
  },
})
