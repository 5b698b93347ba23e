import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/

/**
 * The licences of the packages that these modules come from, as their licences ask for wherever their
 * code is passed on.
 */
export function thirdPartyLicenses(moduleIds: readonly string[]): string {
  const folders = moduleIds.flatMap(id => PACKAGE.exec(id)?.[0] ?? [])
  const texts = [...new Set(folders)].map(folder => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const [file] = globSync('{LICENSE,LICENCE,license}*', { cwd: folder })
    if (file === undefined) throw new Error(`${name} has no licence that could go along`)
    return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  return `This package contains code of:\n\n${[...new Set(texts)].sort().join(`\n${'-'.repeat(80)}\n\n`)}`
}
