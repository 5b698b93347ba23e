import vocabulary from '../words.json' with { type: 'json' }
import type { Book } from './book.ts'
import { championsOf, type Match } from './champions.ts'
import { readTable } from './read.ts'

const STATES = Object.fromEntries(
  `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|DC District of Columbia|PR Puerto Rico|GU Guam|VI Virgin Islands|AS American Samoa|MP Northern Mariana Islands`
    .split('|')
    .map(one => [one.slice(0, 2), one.slice(3)]),
)

/** Names by which laureates, presidents and vice presidents are known, other than the official one. */
const KNOWN_AS: Readonly<Record<string, readonly string[]>> = vocabulary.knownAs

export function addNobelPrizes(book: Book, folder: string): void {
  const collection = book.collection({
    key: 'nobel-prizes',
    title: 'Nobel Prizes 1901 to 2024',
    edition: '2024-11-10',
    publisher: 'Nobel Foundation (Nobel Prize API)',
    licence: 'CC0',
    url: 'https://www.nobelprize.org/prizes/lists/all-nobel-prizes/',
  })
  const source = book.source({
    collection,
    url: 'https://www.nobelprize.org/prizes/lists/all-nobel-prizes/',
    title: 'All Nobel Prizes',
    publishedOn: '2024-11-10',
  })
  const add = (key: string, label: string) =>
    book.attribute({ collection, key, section: 'Nobel Prize', label })
  const prize = add('prize', 'Nobel Prize')
  const details = {
    birth_date: add('born', 'Date of birth'),
    birth_country_now: add('birth-country', 'Country of birth (today)'),
    death_date: add('died', 'Date of death'),
    gender: add('gender', 'Gender'),
  }
  const known = new Set<number>()
  for (const row of readTable(folder, 'extra/nobel-prizes.csv')) {
    const { year = '', category = '', laureate = '', share = '' } = row
    const subject = book.subject({
      ...{ kind: 'laureate', key: laureate, name: laureate },
      names: KNOWN_AS[laureate] ?? [],
    })
    const text = share === '1/1' ? 'sole laureate' : `${share} of the prize`
    book.fact({ subject, attribute: prize, source, qualifier: category, text, year: Number(year) })
    if (known.has(subject)) continue
    known.add(subject)
    for (const [column, attribute] of Object.entries(details)) {
      const value = row[column]
      if (value) book.fact({ subject, attribute, source, text: value })
    }
  }
}

export function addOfficeholders(book: Book, folder: string): void {
  const collection = book.collection({
    key: 'us-officeholders',
    title: 'US presidents, vice presidents and members of Congress',
    edition: '2026-06-15',
    publisher: 'unitedstates/congress-legislators',
    licence: 'CC0',
    url: 'https://github.com/unitedstates/congress-legislators',
  })
  const source = book.source({
    collection,
    url: 'https://github.com/unitedstates/congress-legislators',
    title: 'US officeholders — congress-legislators',
    publishedOn: '2026-06-15',
  })
  const add = (key: string, label: string) =>
    book.attribute({ collection, key, section: 'US offices', label })
  const offices: Readonly<Record<string, number>> = {
    President: add('president', 'President of the United States'),
    'Vice President': add('vice-president', 'Vice President of the United States'),
    Senator: add('senator', 'United States Senator'),
    Representative: add('representative', 'United States Representative'),
  }
  const born = add('born', 'Date of birth')
  const gender = add('gender', 'Gender')
  const known = new Set<number>()
  for (const row of readTable(folder, 'extra/us-officeholders.csv')) {
    const {
      name = '',
      office = '',
      state = '',
      party = '',
      how = '',
      start = '',
      end = '',
      bioguide = '',
    } = row
    const subject = book.subject({
      kind: 'officeholder',
      key: bioguide || name,
      name,
      names: [
        // "Susan Collins" for "Susan M. Collins"; "John Adams" is not John Quincy Adams.
        office.includes('President') ? lastName(name) : name.replace(/ .* (?=\S{4,}$)/, ' '),
        ...(KNOWN_AS[name] ?? []),
      ],
    })
    const district = office === 'Representative' ? Number(row['district_or_class']) : 0
    const from = state && `${STATES[state] ?? state}${district > 0 ? `, district ${district}` : ''}`
    const attribute = offices[office]
    if (attribute === undefined) throw new Error(`unknown office ${office}`)
    book.fact({
      subject,
      attribute,
      source,
      ...(from && { qualifier: from }),
      text: [party, how === 'election' ? 'elected' : how].filter(Boolean).join(', '),
      year: Number(start.slice(0, 4)),
      start,
      end,
    })
    if (known.has(subject)) continue
    known.add(subject)
    if (row['birthday']) book.fact({ subject, attribute: born, source, text: row['birthday'] })
    if (row['gender'])
      book.fact({
        subject,
        attribute: gender,
        source,
        text: row['gender'] === 'F' ? 'female' : 'male',
      })
  }
}

function lastName(name: string): string {
  return (
    name
      .replace(/,? (?:Jr|Sr)\.?$/, '')
      .split(' ')
      .at(-1) ?? name
  )
}

export function addFootball(book: Book, folder: string): void {
  const collection = book.collection({
    key: 'football',
    title: 'Results of national football teams in tournaments',
    edition: '2026-07-31',
    publisher: 'martj42/international_results',
    licence: 'CC0',
    url: 'https://github.com/martj42/international_results',
  })
  const source = book.source({
    collection,
    url: 'https://github.com/martj42/international_results',
    title: 'International football results',
    publishedOn: '2026-07-31',
  })
  const team = (called: string) => {
    const name = called === 'Congo' ? 'Republic of the Congo' : called
    const known = book.find(name, ['country', 'territory', 'team'])
    return known ?? book.subject({ kind: 'team', key: name, name })
  }
  const add = (tournament: string, what: string) =>
    book.attribute({
      collection,
      key: `${tournament}/${what}`,
      section: tournament,
      label: `${tournament} ${what}`,
    })
  const matches = readTable(folder, 'extra/football-tournament-results.csv').map(
    (row): Match => ({
      date: row['date'] ?? '',
      tournament: row['tournament'] ?? '',
      teams: [row['home_team'] ?? '', row['away_team'] ?? ''],
      goals: [Number(row['home_score']), Number(row['away_score'])],
      shootout: row['shootout_winner'] ?? '',
      place: [row['city'], row['country']].filter(Boolean).join(', '),
    }),
  )
  for (const { date, tournament, teams, goals, shootout, place } of matches) {
    const attribute = add(tournament, 'match')
    for (const own of [0, 1] as const) {
      const other = own === 0 ? 1 : 0
      const winner =
        shootout ||
        (goals[own] === goals[other] ? '' : teams[goals[own] > goals[other] ? own : other])
      const outcome = winner === '' ? 'drawn' : winner === teams[own] ? 'won' : 'lost'
      const how = shootout ? `${outcome} on penalties` : outcome
      book.fact({
        subject: team(teams[own]),
        attribute,
        source,
        qualifier: teams[other],
        text: `${goals[own]}–${goals[other]}, ${how} (${place})`,
        year: Number(date.slice(0, 4)),
        end: date,
      })
    }
  }
  for (const { tournament, year, champion, second, match } of championsOf(matches)) {
    const { date, goals, teams, shootout, place } = match
    const score = teams[0] === champion ? goals : [goals[1], goals[0]]
    const decided = `${score[0]}–${score[1]}${shootout ? ' and penalties' : ''}`
    const isLast = teams.includes(champion)
    const lines = isLast
      ? {
          title: `${decided} against ${second} (${place})`,
          'runner-up': `lost to ${champion}, ${decided} (${place})`,
        }
      : { title: 'first of the final group' }
    for (const [what, text] of Object.entries(lines)) {
      const subject = team(what === 'title' ? champion : second)
      book.fact({ subject, attribute: add(tournament, what), source, text, year, end: date })
    }
  }
}
