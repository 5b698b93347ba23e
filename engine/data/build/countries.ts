import type { Book } from './book.ts'
import { type Country, countryName, countryNames, countryUrl, type Field } from './country-names.ts'
import { readLines } from './read.ts'

const REGIONS: Readonly<Record<string, string>> = {
  africa: 'Africa',
  antarctica: 'Antarctica',
  'australia-oceania': 'Australia and Oceania',
  'central-america-n-caribbean': 'Central America and the Caribbean',
  'central-asia': 'Central Asia',
  'east-n-southeast-asia': 'East and Southeast Asia',
  europe: 'Europe',
  'middle-east': 'Middle East',
  'north-america': 'North America',
  oceans: 'Oceans',
  'south-america': 'South America',
  'south-asia': 'South Asia',
  world: 'World',
}
const SCALES: Readonly<Record<string, number>> = { million: 1e6, billion: 1e9, trillion: 1e12 }
const FIGURE =
  /^(?<currency>US\$|\$)?(?<sign>-)?(?<currency2>\$)?(?<digits>\d[\d,]*(?:\.\d+)?)\s*(?<scale>million|billion|trillion)?\s*(?<unit>%[^(;,]*|[^(;,\d\n]*?(?:\/1,000[^(;,\n]*|[^(;,\n]*?))\s*(?=[(;,]|$)/
const YEAR = /\((?:FY\s?|July |\D{0,12})?(\d{4})(?:[/-]\d{2,4})?(?: est\.?)?\)/
const LONGEST_UNIT = 60
/** What follows a number and is no unit: the name of a place, an address, the minutes of an angle. */
const NO_UNIT = /^[-–/:.\d]|\d{4}|\b(?!CO2|GDP|Btu|GW|MW|USD)[A-Z]/
/** Stands for a value that the source does not have. */
const NO_VALUE = /^(?:note: )?(?:na|n\/a|not available)(?: \([^)]*\))?$/i
/** The anthem of a monarch, which some profiles give in place of the national one. */
const ROYAL =
  /^(?:adopted \d{4}; |adopted \d{4} as the |one of the oldest )*royal anthems?\b(?! and one of)/
/** They govern themselves, though their profiles name no day of independence. */
const ALSO_COUNTRIES = new Set(['uk', 'tw'])

export function addCountries(book: Book, folder: string): void {
  const countries = readLines<Country>(folder, 'world-facts-2026.jsonl.gz')
  const collection = book.collection({
    key: 'world-factbook',
    title: 'The World Factbook',
    edition: '2026-01-22',
    publisher: 'Central Intelligence Agency',
    licence: 'Public domain',
    url: 'https://www.cia.gov/the-world-factbook/',
  })
  const region = book.attribute({
    collection,
    key: 'Geography/Region',
    section: 'Geography',
    label: 'Region',
  })
  for (const country of countries) {
    const name = countryName(country)
    const subject = book.subject({
      kind: kindOf(country),
      key: country.code,
      name,
      names: countryNames(country),
    })
    const source = book.source({
      collection,
      url: countryUrl(country),
      title: `${name} — The World Factbook`,
      publishedOn: country.updated < '2025' ? '2026-01-22' : country.updated,
    })
    book.fact({
      subject,
      attribute: region,
      source,
      text: REGIONS[country.region] ?? country.region,
    })
    const seen = new Set<string>()
    for (const field of country.fields) {
      // Some fields are repeated in a second section.
      const key = [field.field, field.subfield, field.value].join('\n')
      if (seen.has(key) || NO_VALUE.test(field.value.trim())) continue
      seen.add(key)
      const attribute = book.attribute({
        collection,
        key: `${field.section}/${field.field}`,
        section: field.section,
        label: field.field,
      })
      book.fact({ subject, attribute, source, ...readValue(wholeOf(field, country)) })
    }
    for (const { section, label, definition, ...value } of derive(country)) {
      const key = `${section}/${label}`
      const attribute = book.attribute({ collection, key, section, label, ...definition })
      book.fact({ subject, attribute, source, ...value })
    }
  }
}

/** The field with the subfield that its value belongs to. The smallest country's total area is rounded to nothing, so that of its land stands for it. */
function wholeOf(field: Field, { fields }: Country): Field {
  const { value } = field
  if (field.field === 'National anthem(s)' && field.subfield === 'title') {
    const history = fields.find(one => one.field === field.field && one.subfield === 'history')
    return ROYAL.test(history?.value ?? '') ? { ...field, subfield: 'royal anthem' } : field
  }
  if (field.field === 'Exchange rates' && !field.subfield && /^the US dollar\b/.test(value))
    return { ...field, subfield: 'Currency', value: 'US dollars (USD)' }
  if (field.field === 'Health expenditure' && !field.subfield && / national budget\b/.test(value))
    return { ...field, subfield: 'Health expenditure (as % of national budget)' }
  if (field.field !== 'Area' || field.subfield !== 'total' || !/^0 /.test(field.value)) return field
  const land = fields.find(one => one.field === 'Area' && one.subfield === 'land')
  return land ? { ...field, value: land.value } : field
}

const RENEWABLE = /^(?:solar|wind|hydroelectricity|geothermal|tide and wave|biomass and waste)$/

/** Figures that follow from the fields: density, people online, neighbours, energy. */
function derive({ fields }: Country) {
  const find = (field: string, subfield: string) => {
    const found = fields.find(one => one.field === field && one.subfield === subfield)
    return found && readValue(found)
  }
  const people = find('Population', 'total')
  const area = [find('Area', 'total'), find('Area', 'land')].find(one => (one?.number ?? 0) > 0)
  const online = find('Internet users', 'percent of population')
  const borders = find('Land boundaries', 'border countries')
  const neighbours = borders?.text.replace(/\([^)]*\)/g, '').split(';').length ?? 0
  const density = (people?.number ?? 0) / (area?.number ?? Number.POSITIVE_INFINITY)
  const users = ((people?.number ?? 0) * (online?.number ?? 0)) / 100
  const sources = fields
    .filter(({ field }) => field === 'Electricity generation sources')
    .map(readValue)
    .filter(({ number }) => number !== undefined)
  const renewable = sources
    .filter(({ qualifier }) => RENEWABLE.test(qualifier))
    .reduce((sum, { number = 0 }) => sum + number, 0)
  const rounded = (number: number) => Number(number.toPrecision(3))
  const written = (number: number) =>
    number.toLocaleString('en-US', {
      ...(number >= 1e6 && { notation: 'compact', compactDisplay: 'long' }),
      maximumFractionDigits: 3,
    })
  const figure = (number: number, unit: string, year?: number) => ({
    number,
    ...(unit && { unit }),
    ...(year && { year }),
    text: `${[written(number), unit].filter(Boolean).join(' ').replace(' %', '%')}${year ? ` (${year} est.)` : ''}`,
  })
  return [
    ...(density > 0
      ? [
          {
            section: 'People and Society',
            label: 'Population density',
            definition: { definition: 'Population divided by total area, calculated from both' },
            ...figure(rounded(density), 'people per sq km', people?.year),
          },
        ]
      : []),
    ...(users > 0
      ? [
          {
            section: 'Communications',
            label: 'Internet users',
            qualifier: 'total',
            ...figure(rounded(users), '', online?.year),
          },
        ]
      : []),
    ...(neighbours > 0
      ? [
          {
            section: 'Geography',
            label: 'Land boundaries',
            qualifier: 'number of border countries',
            ...figure(neighbours, ''),
          },
        ]
      : []),
    ...sources.slice(0, 1).map(({ year }) => ({
      section: 'Energy',
      label: 'Electricity generation sources',
      qualifier: 'renewables',
      ...figure(
        Math.min(100, Math.round(renewable * 10) / 10),
        '% of total installed capacity',
        year,
      ),
    })),
    ...['Natural gas', 'Coal'].flatMap(label => {
      const [imported, used] = [find(label, 'imports'), find(label, 'consumption')]
      if (!imported?.number || !used?.number || imported.year !== used.year) return []
      const share = figure(rounded((imported.number / used.number) * 100), '%', used.year)
      return [{ section: 'Energy', label, qualifier: 'imports to consumption', ...share }]
    }),
  ].map(one => ({ definition: {}, ...one }))
}

/** A country governs itself: the profiles of others say whose they are, or have no capital or independence. */
function kindOf({ code, region, fields }: Country): string {
  const has = (wanted: string) => fields.some(({ field }) => field === wanted)
  if (region === 'oceans') return 'ocean'
  if (code === 'xx' || code === 'ee') return 'region'
  const isCountry =
    ALSO_COUNTRIES.has(code) || (has('Capital') && has('Independence') && !has('Dependency status'))
  return isCountry ? 'country' : 'territory'
}

function readValue({ field, subfield = '', value }: Field) {
  const qualifier = qualifierOf(field, subfield)
  const last = subfield.split(': ').at(-1) ?? ''
  const text = value
    .replace(/^note: /, '')
    .replace(new RegExp(`^${RegExp.escape(last)}: `), '')
    .replace(/\s*\n\s*/g, '; ')
    .replace(/ -$/, '')
    .replace(/\s+/g, ' ')
    .trim()
  const inLabel = /\b(\d{4})$/.exec(subfield)?.[1]
  const inValue = YEAR.exec(text)?.[1]
  const year = inLabel ?? inValue
  return { qualifier, text, ...figureOf(field, text), ...(year && { year: Number(year) }) }
}

function qualifierOf(field: string, subfield: string): string {
  const name = subfield.replace(/\s*\d{4}$/, '')
  if (name === field) return ''
  if (!name.startsWith(field)) return name
  return name
    .slice(field.length)
    .trim()
    .replace(/^\((.*)\)$/, '$1')
}

function figureOf(field: string, text: string): { number?: number; unit?: string } {
  // "Tahat 2,908 m": a place and then its height.
  const written = field === 'Elevation' ? (/-?\d[\d,.]* m\b/.exec(text)?.[0] ?? text) : text
  const found = FIGURE.exec(written)?.groups
  if (!found) return {}
  const { digits = '', scale = '', sign, currency, currency2, unit = '' } = found
  if (unit.length > LONGEST_UNIT || NO_UNIT.test(unit)) return {}
  const number = Number(digits.replaceAll(',', '')) * (SCALES[scale] ?? 1) * (sign ? -1 : 1)
  const isWhole = scale !== '' || Number.isInteger(number)
  const measure = currency || currency2 ? ['USD', unit].filter(Boolean).join(' ') : unit
  return { number: isWhole ? Math.round(number) : number, ...(measure && { unit: measure }) }
}
