import { wordsOfName } from './property-words.ts'

/** What a property's name alone says about what belongs there. */
export type Role =
  | 'summary'
  | 'points'
  | 'sources'
  | 'source'
  | 'subject'
  | 'name'
  | 'rank'
  | 'value'

const SUMMARY = /^(?:\w+ )?(?:summary|answer|report|overview|conclusion|explanation)$/
const POINTS = /^(?:key )?(?:points|findings|takeaways|highlights)$/
const SOURCES = /^(?:\w+ )?(?:sources|citations|references|urls|links)$/
const SOURCE = /^(?:url|link|(?:source|citation|reference)(?: (?:url|link))?)$/
const SUBJECT =
  /^(?:country|nation|territory|company|organi[sz]ation|corporation|firm|institution|entity|subject)(?: name)?$/
const NAME = /^(?:name|title)$/
const RANK = /^(?:rank|ranking|position|place|order)$/

export function roleOf(property: string): Role {
  const name = wordsOfName(property)
  if (SUMMARY.test(name)) return 'summary'
  if (POINTS.test(name)) return 'points'
  if (SOURCES.test(name)) return 'sources'
  if (SOURCE.test(name)) return 'source'
  if (SUBJECT.test(name)) return 'subject'
  if (RANK.test(name)) return 'rank'
  return NAME.test(name) ? 'name' : 'value'
}
