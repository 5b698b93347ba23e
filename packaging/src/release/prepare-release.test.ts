import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ensurePackages } from '../../testing/ensure-packages.ts'
import { CHANGELOGS, findProblems } from './find-problems.ts'
import { prepareRelease } from './prepare-release.ts'

const ROOT = join(import.meta.dirname, '../../..')
const version = '1.2.3'

async function makeFolder(): Promise<string> {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  return folder.path
}

describe('a dry run on this checkout', () => {
  beforeAll(ensurePackages)

  it('puts every package under its published name, with digests, provenance and notes', async () => {
    const into = await makeFolder()
    const files = prepareRelease({ root: ROOT, isDryRun: true, builder: 'urn:test', into })
    const { version: own } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    expect(files.map(file => basename(file)).sort()).toEqual([
      `footnote-${own}-py3-none-any.whl`,
      `footnote-${own}.tar.gz`,
      `footnote-cli-${own}.tgz`,
      `footnote-mcp-${own}.mcpb`,
      `footnote-sdk-${own}.tgz`,
    ])
    const sums = await readFile(join(into, 'SHA256SUMS'), 'utf8')
    const digests = sums
      .trim()
      .split('\n')
      .map(line => line.split('  '))
    const { subject, predicate } = JSON.parse(
      await readFile(join(into, 'provenance.intoto.json'), 'utf8'),
    )
    expect(subject).toEqual(digests.map(([sha256, name]) => ({ name, digest: { sha256 } })))
    expect(subject).toHaveLength(files.length)
    expect(predicate.runDetails.builder).toMatchObject({ id: 'urn:test' })
    expect(predicate.buildDefinition.resolvedDependencies).toEqual([
      { name: 'source', digest: { gitCommit: expect.stringMatching(/^[0-9a-f]{40}$/) } },
      { name: 'package-lock.json', digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    ])
    const notes = await readFile(join(into, 'release-notes.md'), 'utf8')
    for (const name of Object.keys(CHANGELOGS)) expect(notes).toContain(`\n## ${name}\n\n`)
  })
})

describe('a checkout', () => {
  /** A repository with a release in it, committed and tagged. */
  async function openCheckout() {
    const root = await makeFolder()
    const write = async (file: string, text: string) => {
      await mkdir(join(root, file, '..'), { recursive: true })
      await writeFile(join(root, file), text)
    }
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
        cwd: root,
        stdio: 'pipe',
      })
    await write('package.json', JSON.stringify({ version }))
    await write(
      'sdk/package.json',
      JSON.stringify({ version, dependencies: { '@footnote/contract': version, other: '9.9.9' } }),
    )
    for (const file of Object.values(CHANGELOGS)) {
      await write(
        file,
        `# Changelog\n\n## ${version} (2026-11-16)\n\n- First.\n\n## 1.2.2\n\n- Zero.\n`,
      )
    }
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '--message', 'Release')
    git('tag', `v${version}`)
    const problems = (isDryRun = false) => findProblems(root, { version, isDryRun })
    return { root, write, git, problems }
  }

  it('is a release if versions, changelogs, commit and tag agree', async () => {
    const { problems } = await openCheckout()
    expect(problems()).toEqual([])
  })

  it('is no release with another version in a package or in what it depends on', async () => {
    const { write, problems } = await openCheckout()
    const dependencies = { '@footnote/contract': '1.2.2' }
    await write('sdk/package.json', JSON.stringify({ version: '1.2.4', dependencies }))
    expect(problems(true)).toEqual([
      'sdk/package.json has 1.2.4 for the package, not 1.2.3',
      'sdk/package.json has 1.2.2 for @footnote/contract, not 1.2.3',
    ])
  })

  it.each([
    ['no entry', `# Changelog\n\n## ${version}\n\n## 1.2.2\n\n- Zero.\n`],
    ['the entry of an earlier version', '# Changelog\n\n## 1.2.2\n\n- Zero.\n'],
    ['nothing', ''],
  ])('is no release if a changelog has %s', async (_, text) => {
    const { write, problems } = await openCheckout()
    await write('python/CHANGELOG.md', text)
    expect(problems(true)).toEqual([
      'python/CHANGELOG.md does not begin with an entry below "## 1.2.3" or "## Unreleased"',
    ])
  })

  it('may have an unreleased entry in a dry run alone', async () => {
    const { write, problems, git } = await openCheckout()
    await write('cli/CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- New.\n')
    git('commit', '--quiet', '--all', '--amend', '--no-edit')
    expect(problems(true)).toEqual([])
    expect(problems()).toEqual([
      'cli/CHANGELOG.md does not begin with an entry below "## 1.2.3"',
      'the commit has no tag v1.2.3',
    ])
  })

  it('is no release with changes that are not committed', async () => {
    const { root, write, problems } = await openCheckout()
    await write('new.txt', '')
    expect(problems()).toEqual(['the checkout has changes that are not committed'])
    const into = join(root, 'release')
    expect(() => prepareRelease({ root, isDryRun: false, builder: 'urn:test', into })).toThrow(
      'not committed',
    )
  })
})
