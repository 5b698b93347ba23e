import type { ProfileNode } from './profile-text.ts'

export interface ProfileNames {
  readonly name: string
  readonly aliases: readonly string[]
}

/** Where the profile has no short form, or one that nobody would know it by. */
const CALLED: Readonly<Record<string, string>> = {
  cg: 'Democratic Republic of the Congo',
  dr: 'Dominican Republic',
  oo: 'Southern Ocean',
  um: 'United States Pacific Island Wildlife Refuges',
  xo: 'Indian Ocean',
  xq: 'Arctic Ocean',
  xx: 'World',
  zh: 'Atlantic Ocean',
  zn: 'Pacific Ocean',
}
/** What people say today, or have always said, where the profile has no word of it. */
const ALSO_CALLED: Readonly<Record<string, readonly string[]>> = {
  bm: ['Myanmar'],
  cf: ['Congo-Brazzaville'],
  cg: ['DR Congo', 'Congo-Kinshasa', 'Congo'],
  cv: ['Cape Verde'],
  ez: ['Czechia'],
  iv: ['Ivory Coast'],
  mk: ['North Macedonia'],
  nl: ['Holland'],
  tt: ['East Timor'],
  uk: ['Britain', 'Great Britain', 'U.K.'],
  us: ['America', 'U.S.', 'U.S.A.'],
  wz: ['Eswatini'],
}
const CONVENTIONAL = [
  'conventional short form',
  'English short form',
  'Dutch short form',
  'conventional long form',
  'English long form',
]
const LOCAL = [
  'local long form',
  'local short form',
  'Dutch long form',
  'Papiamentu long form',
  'Papiamentu short form',
  'abbreviation',
]
/** No names, or words that mean something else nearly always. */
const MISLEADING = new Set(['NA', 'AS', 'Island', 'None'])
const LONGEST_NAME = 60

/** What a profile is of, and the other words for it: long and local forms, people and adjective. */
export function profileNames(profile: ProfileNode, code: string): ProfileNames {
  const government = at(profile, 'Government')
  const forms = { ...at(government, 'Country name'), ...at(government, 'Union name') }
  const conventional = CONVENTIONAL.flatMap(label => namesIn(textAt(forms, label)))
  const called = CALLED[code] ?? conventional[0] ?? code.toUpperCase()
  const nationality = at(profile, 'People and Society', 'Nationality')
  const people = ['noun', 'adjective'].flatMap(label => peopleIn(textAt(nationality, label)))
  // People of a dependency often go by the name of another country's people.
  const isDependency = textAt(government, 'Dependency status') !== ''
  const aliases = [
    ...conventional,
    ...conventional.flatMap(asideOf),
    ...LOCAL.flatMap(label => namesIn(withoutAside(textAt(forms, label)))),
    ...people.filter(name => !isDependency || isAkin(name, called)),
    ...(ALSO_CALLED[code] ?? []),
  ]
  return {
    name: called,
    aliases: [...new Set(aliases)].filter(alias => alias !== called && isName(alias)),
  }
}

/** "US or USA" and "India/Bharat" are two names each. */
function namesIn(text: string): string[] {
  const [plain = ''] = text.replace(/\s*\[[^[\]]*\]/g, '').split(/;| - |\bnote\b/, 1)
  const names = plain.split(/\/|\bor\b/).map(name => name.trim())
  return names.filter(isName).map(name => (name.length > LONGEST_NAME ? withoutAside(name) : name))
}

/** "Holy See (Vatican City)" goes by both. */
function asideOf(name: string): string[] {
  const [, aside = ''] = /\(([^()]*)\)/.exec(name) ?? []
  return [withoutAside(name), aside]
}

function withoutAside(name: string): string {
  return name.replace(/\s*\([^()]*\)/g, '').trim()
}

/** "Bolivian(s)" stands for one and many, "Taiwan (or Taiwanese)" for both. */
function peopleIn(text: string): string[] {
  const named = text.replace(/\(or ([^()]*)\)/g, ', $1').replace(/\((?!s\))[^()]*\)/g, '')
  return named.split(/,|\/|;|\bor\b/).flatMap(part => {
    const one = withoutAside(part)
    return part.includes('(s)') ? [one, `${one}s`] : [one]
  })
}

function isAkin(people: string, name: string): boolean {
  return name.split(/[\s(]+/).some(word => people.includes(word.slice(0, 3)))
}

function isName(text: string): boolean {
  return /^\p{Lu}\S/u.test(text) && text.length <= LONGEST_NAME * 2 && !MISLEADING.has(text)
}

function at(node: ProfileNode, ...path: readonly string[]): ProfileNode {
  return path.reduce<ProfileNode>((found, label) => {
    const child = found[label]
    return typeof child === 'object' && child !== null ? child : {}
  }, node)
}

function textAt(node: ProfileNode, label: string): string {
  return at(node, label).text ?? ''
}
