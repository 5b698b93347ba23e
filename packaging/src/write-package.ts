import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { thirdPartyLicenses } from './third-party-licenses.ts'

const LICENSES = 'third-party-licenses.txt'
const CHANGELOG = 'CHANGELOG.md'
/** The first with AbortSignal.any. */
const engines = { node: '>=20.3' }

interface PackageOptions {
  readonly root: string
  /** The folder of its workspace, which has a README, a changelog and a manifest too. */
  readonly workspace: 'cli' | 'sdk'
  readonly folder: string
  readonly moduleIds: readonly string[]
  /** Fields of the manifest beside the usual ones. */
  readonly manifest: (common: { readonly version: string }) => object & { files: string[] }
}

/** Puts beside the code of a package what makes it one: manifest, README, changelog and licences. */
export async function writePackage(options: PackageOptions): Promise<void> {
  const { root, workspace, folder, moduleIds } = options
  const { license } = await readJson(join(root, 'package.json'))
  const { name, version, description } = await readJson(join(root, workspace, 'package.json'))
  const own = options.manifest({ version })
  const manifest = {
    ...{ name, version, description, license, type: 'module', engines },
    ...own,
    files: [...own.files, LICENSES, CHANGELOG],
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await writeFile(join(folder, LICENSES), thirdPartyLicenses(moduleIds))
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  for (const name of ['README.md', CHANGELOG]) {
    await copyFile(join(root, workspace, name), join(folder, name))
  }
}

async function readJson(file: string) {
  return JSON.parse(await readFile(file, 'utf8'))
}
