import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { type Zippable, zipSync } from 'fflate'
import { create } from 'tar'
import { BUILT_AT, filesOf, nameByContent } from './build-folder.ts'

const NAME = 'footnote'

interface BuildOptions {
  readonly root: string
  /** The folder of the sources, packed as the sdist. */
  readonly folder: string
  readonly into: string
}

/**
 * Builds the Python package: a wheel and an sdist, named by package, version and content hash. pip takes the
 * hash in the wheel's name for a build number.
 */
export async function buildPython({ root, folder, into }: BuildOptions): Promise<void> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const sources = join(root, 'python/src')
  const license = await readFile(join(root, 'LICENSE'))
  const metadata = Buffer.from(
    metadataText({ version, readme: await readFile(join(root, 'python/README.md'), 'utf8') }),
  )
  const modules: [string, Uint8Array][] = []
  for (const file of filesOf(sources).filter(file => /\.py$|py\.typed$/.test(file))) {
    modules.push([relative(sources, file), await readFile(file)])
  }

  const wheel = wheelFiles({ version, modules, metadata, license })
  const zip = zipSync(wheel, { mtime: BUILT_AT, level: 9 })
  await writeFile(
    join(
      into,
      nameByContent(zip, hash => `${NAME}-${version}-0${hash}-py3-none-any.whl`),
    ),
    zip,
  )

  const top = join(folder, `${NAME}-${version}`)
  const entries: [string, Uint8Array | string][] = [
    ...modules.map(([name, content]) => [`src/${name}`, content] as [string, Uint8Array]),
    ['CHANGELOG.md', await readFile(join(root, 'python/CHANGELOG.md'))],
    ['LICENSE', license],
    ['PKG-INFO', metadata],
    ['README.md', await readFile(join(root, 'python/README.md'))],
    ['pyproject.toml', projectText(version)],
  ]
  for (const [name, content] of entries) {
    await mkdir(join(top, name, '..'), { recursive: true })
    await writeFile(join(top, name), content)
  }
  const packed = join(folder, 'sdist.tar.gz')
  const options = { gzip: true, portable: true, mtime: BUILT_AT, cwd: folder, file: packed }
  await create(
    options,
    entries.map(([name]) => join(basename(top), name)),
  )
  const sdist = await readFile(packed)
  await writeFile(
    join(
      into,
      nameByContent(sdist, hash => `${NAME}-python-${version}-${hash}.tar.gz`),
    ),
    sdist,
  )
}

interface Wheel {
  readonly version: string
  readonly modules: readonly [string, Uint8Array][]
  readonly metadata: Uint8Array
  readonly license: Uint8Array
}

/** The files of a wheel, and last the record with the digest of each. */
function wheelFiles({ version, modules, metadata, license }: Wheel): Zippable {
  const info = `${NAME}-${version}.dist-info`
  const wheel =
    'Wheel-Version: 1.0\nGenerator: footnote\nRoot-Is-Purelib: true\nTag: py3-none-any\n'
  const files: Record<string, Uint8Array> = {
    ...Object.fromEntries(modules),
    [`${info}/licenses/LICENSE`]: license,
    [`${info}/METADATA`]: metadata,
    [`${info}/WHEEL`]: Buffer.from(wheel),
  }
  const lines = Object.entries(files).map(([name, content]) => {
    const digest = createHash('sha256').update(content).digest('base64url')
    return `${name},sha256=${digest},${content.length}\n`
  })
  return { ...files, [`${info}/RECORD`]: Buffer.from(`${lines.join('')}${info}/RECORD,,\n`) }
}

function metadataText({ version, readme }: { version: string; readme: string }): string {
  return `Metadata-Version: 2.4
Name: ${NAME}
Version: ${version}
Summary: Client of Footnote: answers with citations, research and financial research.
License-File: LICENSE
Requires-Python: >=3.11
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

${readme}`
}

function projectText(version: string): string {
  return `[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "${NAME}"
version = "${version}"
description = "Client of Footnote: answers with citations, research and financial research."
readme = "README.md"
license-files = ["LICENSE"]
requires-python = ">=3.11"

[tool.setuptools.package-data]
${NAME} = ["py.typed"]
`
}
