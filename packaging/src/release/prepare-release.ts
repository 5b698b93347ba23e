import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describeProvenance, sha256 } from './describe-provenance.ts'
import { CHANGELOGS, findProblems, readEntry } from './find-problems.ts'

interface PrepareOptions {
  readonly root: string
  readonly isDryRun: boolean
  readonly builder: string
  readonly imageId?: string | undefined
  /** The folder for the release, which is replaced. */
  readonly into: string
}

/**
 * Puts what would be published into a folder: the built packages under the names that registries expect,
 * their digests, provenance and release notes. Throws if the checkout is no release.
 */
export function prepareRelease({
  root,
  isDryRun,
  builder,
  imageId,
  into,
}: PrepareOptions): readonly string[] {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const problems = findProblems(root, { version, isDryRun })
  if (problems.length > 0) throw new Error(`This is no release:\n- ${problems.join('\n- ')}`)

  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  const built = globSync('packaging/dist/downloads/*', { cwd: root }).sort()
  const files = built.map(file => {
    const target = join(into, publishedName(basename(file)))
    copyFileSync(join(root, file), target)
    return target
  })
  const provenance = describeProvenance({ root, version, files, builder, imageId })
  writeFileSync(join(into, 'provenance.intoto.json'), `${JSON.stringify(provenance, null, 2)}\n`)
  const sums = files.map(file => `${sha256(file)}  ${basename(file)}\n`)
  writeFileSync(join(into, 'SHA256SUMS'), sums.join(''))
  const notes = Object.entries(CHANGELOGS).map(
    ([name, file]) => `## ${name}\n\n${readEntry(join(root, file), { version, isDryRun })}\n`,
  )
  writeFileSync(join(into, 'release-notes.md'), `# Footnote ${version}\n\n${notes.join('\n')}`)
  return files
}

/** Removes the content hash, which only downloads from a service have; PyPI wants the bare name in an sdist. */
function publishedName(name: string): string {
  return name.replace(/-0?[0-9a-f]{16}(?=[-.])/, '').replace(/^footnote-python-/, 'footnote-')
}
