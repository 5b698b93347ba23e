import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildContainer } from './src/release/build-container.ts'
import { prepareRelease } from './src/release/prepare-release.ts'

/** Tests of the packages as users install them. The first of them builds the packages. */
const CHECKS = ['packaging/packages.test.ts', 'e2e/runtimes.test.ts', 'e2e/lock-files.test.ts']
const ROOT = join(import.meta.dirname, '..')
const INTO = join(ROOT, 'packaging/release')

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    builder: { type: 'string', default: 'urn:footnote:builder:local' },
  },
})
const isDryRun = values['dry-run']
const say = (text: string) => process.stdout.write(`${text}\n`)
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

if (spawnSync('vitest', ['run', ...CHECKS], { cwd: ROOT, stdio: 'inherit' }).status !== 0) {
  process.exit(1)
}
const container = buildContainer(ROOT, version)
if ('notBuilt' in container) {
  say(`\n*** NOT BUILT, not checked: the container, because ${container.notBuilt}.\n`)
  if (!isDryRun) process.exit(1)
}
try {
  const imageId = 'imageId' in container ? container.imageId : undefined
  const files = prepareRelease({
    root: ROOT,
    isDryRun,
    builder: values.builder,
    imageId,
    into: INTO,
  })
  say(`Footnote ${version} is in ${INTO}:\n${files.map(file => `  ${basename(file)}`).join('\n')}`)
  say('docs/releasing.md says how to publish it.')
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
