import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The changelog of each published package. The bundle for Claude Desktop contains the command line. */
export const CHANGELOGS = {
  'service and container': 'CHANGELOG.md',
  '@footnote/sdk': 'sdk/CHANGELOG.md',
  '@footnote/cli and bundle': 'cli/CHANGELOG.md',
  'footnote (Python)': 'python/CHANGELOG.md',
} as const

interface ReleaseOptions {
  readonly version: string
  /** A dry run also accepts entries under "Unreleased", and any state of the checkout. */
  readonly isDryRun: boolean
}

/** Lists the reasons that the checkout is no release. */
export function findProblems(root: string, options: ReleaseOptions): string[] {
  return [
    ...findVersionProblems(root, options),
    ...Object.values(CHANGELOGS).flatMap(file =>
      readEntry(join(root, file), options) ? [] : [missingEntry(file, options)],
    ),
    ...(options.isDryRun ? [] : findGitProblems(root, options)),
  ]
}

function findVersionProblems(root: string, { version }: ReleaseOptions): string[] {
  return globSync('{.,*}/package.json', { cwd: root }).flatMap(file => {
    const manifest = JSON.parse(readFileSync(join(root, file), 'utf8'))
    const ours = Object.entries<string>(manifest.dependencies ?? {}).filter(([name]) =>
      name.startsWith('@footnote/'),
    )
    return [['the package', manifest.version], ...ours]
      .filter(([, found]) => found !== version)
      .map(([name, found]) => `${file} has ${found} for ${name}, not ${version}`)
  })
}

function missingEntry(file: string, { version, isDryRun }: ReleaseOptions): string {
  const heading = isDryRun ? `"## ${version}" or "## Unreleased"` : `"## ${version}"`
  return `${file} does not begin with an entry below ${heading}`
}

function findGitProblems(root: string, { version }: ReleaseOptions): string[] {
  const isClean = git(root, 'status', '--porcelain') === ''
  const isTagged = git(root, 'tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)
  return [
    ...(isClean ? [] : ['the checkout has changes that are not committed']),
    ...(isTagged ? [] : [`the commit has no tag v${version}`]),
  ]
}

/** Returns the first entry of a changelog if it is that of the version. */
export function readEntry(file: string, { version, isDryRun }: ReleaseOptions): string | undefined {
  const [, heading = '', text = ''] =
    /^## (\S+)[^\n]*\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(readFileSync(file, 'utf8')) ?? []
  const isRight = heading === version || (isDryRun && heading === 'Unreleased')
  return isRight && /^- /m.test(text) ? text.trim() : undefined
}

export function git(root: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}
