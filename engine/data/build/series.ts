import type { Book, Collection } from './book.ts'
import { readTable } from './read.ts'

/** Values of the World Bank by country and year. Names that are no country's are its groups of countries. */
export function addSeries(book: Book, folder: string): void {
  addOne(book, folder, {
    file: 'extra/gdp-current-usd.csv',
    column: 'gdp_usd',
    label: 'GDP (current US$)',
    unit: 'USD',
    definition:
      'Gross domestic product at purchasers’ prices in current US dollars (World Bank NY.GDP.MKTP.CD).',
    collection: {
      key: 'gdp',
      title: 'GDP by country and year',
      edition: '2026-03-20',
      publisher: 'World Bank',
      licence: 'CC BY 4.0 (figures), PDDL (compilation)',
      url: 'https://data.worldbank.org/indicator/NY.GDP.MKTP.CD',
    },
  })
  addOne(book, folder, {
    file: 'extra/population.csv',
    column: 'population',
    label: 'Population by year',
    unit: 'people',
    definition: 'Total population at midyear (World Bank SP.POP.TOTL).',
    collection: {
      key: 'population',
      title: 'Population by country and year',
      edition: '2026-03-06',
      publisher: 'World Bank',
      licence: 'CC BY 4.0 (figures), PDDL (compilation)',
      url: 'https://data.worldbank.org/indicator/SP.POP.TOTL',
    },
  })
}

interface Series {
  readonly file: string
  readonly column: string
  readonly label: string
  readonly unit: string
  readonly definition: string
  readonly collection: Collection
}

function addOne(
  book: Book,
  folder: string,
  { file, column, label, unit, definition, collection }: Series,
) {
  const id = book.collection(collection)
  const section = collection.title
  const attribute = book.attribute({
    collection: id,
    key: collection.key,
    section,
    label,
    definition,
  })
  const { url, title, edition: publishedOn } = collection
  const source = book.source({ collection: id, url, title: `${title} — World Bank`, publishedOn })
  for (const { country = '', code = '', year = '', [column]: value = '' } of readTable(
    folder,
    file,
  )) {
    const known = book.find(country, ['country', 'territory', 'region'])
    const subject = known ?? book.subject({ kind: 'region', key: code, name: country })
    if (known !== undefined) book.name(known, [code], { isCode: true })
    const number = Math.round(Number(value))
    if (value !== '') book.fact({ subject, attribute, source, number, unit, year: Number(year) })
  }
}
