/** Names that the profile lacks or has in a form that nobody would use. */
const CALLED: Readonly<Record<string, string>> = {
  cf: 'Republic of the Congo',
  cg: 'Democratic Republic of the Congo',
  dr: 'Dominican Republic',
  gz: 'Gaza Strip',
  sv: 'Svalbard',
  um: 'United States Pacific Island Wildlife Refuges',
}
const ALSO_CALLED: Readonly<Record<string, readonly string[]>> = {
  ae: ['Emirates'],
  bf: ['Bahamas, The'],
  bk: ['Bosnia'],
  bm: ['Myanmar'],
  bx: ['Brunei Darussalam'],
  cf: ['Congo-Brazzaville', 'Congo, Rep.', 'Congo'],
  cg: ['DR Congo', 'DRC', 'Congo-Kinshasa', 'Congo, Dem. Rep.', 'Congo', 'Zaïre'],
  cv: ['Cape Verde'],
  eg: ['Egypt, Arab Rep.'],
  ei: ['Republic of Ireland'],
  ez: ['Czech Republic'],
  fm: ['Micronesia, Fed. Sts.', 'Micronesia'],
  ga: ['Gambia, The'],
  hk: ['Hong Kong SAR, China'],
  ir: ['Iran, Islamic Rep.'],
  iv: ['Ivory Coast'],
  kn: ["Korea, Dem. People's Rep.", 'DPRK'],
  ks: ['Korea, Rep.', 'Korea', 'Korea Republic'],
  kg: ['Kyrgyz Republic'],
  la: ['Lao PDR'],
  lo: ['Slovak Republic'],
  mc: ['Macao SAR, China', 'Macao'],
  mk: ['Macedonia'],
  nl: ['Holland', 'the Netherlands'],
  rs: ['Russian Federation'],
  rn: ['St. Martin (French part)'],
  nn: ['Sint Maarten (Dutch part)'],
  rq: ['Puerto Rico (US)'],
  sc: ['St. Kitts and Nevis'],
  so: ['Somalia, Fed. Rep.'],
  st: ['St. Lucia'],
  sy: ['Syrian Arab Republic'],
  tt: ['East Timor'],
  tu: ['Turkiye', 'Türkiye'],
  tw: ['Chinese Taipei'],
  uk: ['Britain', 'Great Britain', 'U.K.'],
  us: ['America', 'U.S.', 'U.S.A.', 'USA', 'US'],
  vc: ['St. Vincent and the Grenadines'],
  ve: ['Venezuela, RB'],
  vm: ['Viet Nam'],
  vq: ['Virgin Islands (U.S.)', 'US Virgin Islands'],
  vt: ['Vatican', 'Vatican City'],
  wz: ['Swaziland'],
  ym: ['Yemen, Rep.'],
}
/** Addresses on the publisher's site that do not follow from the name. */
const SLUGS: Readonly<Record<string, string>> = {
  bf: 'bahamas-the',
  cf: 'congo-republic-of-the',
  cg: 'congo-democratic-republic-of-the',
  fm: 'micronesia-federated-states-of',
  ga: 'gambia-the',
  kn: 'korea-north',
  ks: 'korea-south',
  tu: 'turkey-turkiye',
}
const FORMS = [
  'conventional short form',
  'conventional long form',
  'local long form',
  'local short form',
  'abbreviation',
]
const LANGUAGES = ['de', 'fr', 'es', 'pt', 'it', 'nl', 'zh', 'ja', 'ar']
/** No names, or words that nearly always mean something else. */
const MISLEADING = new Set(['NA', 'AS', 'Island', 'Islander', 'Islanders', 'None', 'none', 'Man'])
const LONGEST_NAME = 60

export interface Field {
  readonly section: string
  readonly field: string
  readonly subfield?: string
  readonly value: string
}

export interface Country {
  readonly code: string
  readonly name: string
  readonly region: string
  readonly updated: string
  readonly fields: readonly Field[]
}

export function countryName({ code, name }: Country): string {
  return CALLED[code] ?? name
}

export function countryUrl(country: Country): string {
  const name = countryName(country).normalize('NFKD').toLowerCase()
  const slug = SLUGS[country.code] ?? name.replace(/[^a-z\s-]/g, '').replace(/\s+/g, '-')
  const folder = country.region === 'oceans' ? 'oceans' : 'countries'
  return `https://www.cia.gov/the-world-factbook/${folder}/${slug}/`
}

/** Other names: long and local forms, former names, the people and the adjective, names in other languages. */
export function countryNames(country: Country): string[] {
  const valueAt = (field: string, subfield: string) =>
    country.fields.find(one => one.field === field && one.subfield === subfield)?.value ?? ''
  const called = countryName(country)
  const forms = FORMS.flatMap(form => namesIn(valueAt('Country name', form)))
  const former = namesIn(valueAt('Country name', 'former').replaceAll(',', '/'))
  // The people of a dependency often go by the name of another country's people.
  const isDependency = country.fields.some(({ field }) => field === 'Dependency status')
  const people = ['noun', 'adjective']
    .flatMap(part => peopleIn(valueAt('Nationality', part)))
    .filter(name => !isDependency || isAkin(name, called))
  const aside = /^(.*?)\s*\(([^()]*)\)$/.exec(called)
  const own = [
    ...forms,
    ...former,
    ...people,
    ...(aside?.slice(1) ?? []),
    ...(ALSO_CALLED[country.code] ?? []),
  ]
  return [...own, ...translations([called, ...own])].filter(isName)
}

/** Names of regions as Unicode's data have them, by the English one. */
function translations(names: readonly string[]): string[] {
  const code = names.map(name => REGIONS.get(plain(name))).find(found => found !== undefined)
  if (code === undefined) return []
  return TRANSLATED.flatMap(names => names.of(code) ?? [])
}

const TRANSLATED = LANGUAGES.map(language => new Intl.DisplayNames(language, { type: 'region' }))
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const REGIONS = new Map(
  LETTERS.flatMap(first => LETTERS.map(second => first + second)).flatMap(
    (code): [string, string][] => {
      const name = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code)
      return name === undefined ? [] : [[plain(name), code]]
    },
  ),
)

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\bst\./g, 'saint')
    .replace(/&/g, 'and')
    .replace(/[^\p{L} ]/gu, '')
    .replace(/^the /, '')
}

/** "US or USA" and "India/Bharat" are two names each. */
function namesIn(text: string): string[] {
  const [first = ''] = text.replace(/\s*\[[^[\]]*\]|\s*\([^()]*\)/g, '').split(/;| - |\bnote\b/, 1)
  return first.split(/\/|\bor\b/).map(name => name.trim())
}

/** "Bolivian(s)" is one and many, "Taiwan (or Taiwanese)" is both. */
function peopleIn(text: string): string[] {
  const named = text.replace(/\(or ([^()]*)\)/g, ', $1').replace(/\((?!s\))[^()]*\)/g, '')
  return named.split(/,|\/|;|\bor\b/).flatMap(part => {
    const one = part.replace(/\([^()]*\)/g, '').trim()
    return part.includes('(s)') ? [one, `${one}s`] : [one]
  })
}

function isAkin(people: string, name: string): boolean {
  return name.split(/[\s(]+/).some(word => people.includes(word.slice(0, 3)))
}

function isName(text: string): boolean {
  return /^[\p{Lu}\p{Lo}]./u.test(text) && text.length <= LONGEST_NAME && !MISLEADING.has(text)
}
