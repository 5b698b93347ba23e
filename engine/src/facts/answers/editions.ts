import { capital, joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import { PLACES } from '../conditions.ts'
import type { Attribute, Fact } from '../fact.ts'
import type { Facts } from '../facts.ts'
import type { FactQuestion } from '../read-question.ts'
import { nameOf } from '../report/say-value.ts'
import { type Asking, byTime, read } from '../select-facts.ts'
import { hasFinal } from '../tournament-words.ts'
import { isWhen, times } from './records.ts'

/** One tournament: who won it, who lost its final, and its matches, each by both of its teams. */
export interface Edition {
  readonly year: number
  readonly title?: Fact
  readonly lost?: Fact
  readonly matches: readonly Fact[]
  /** The countries with the most matches first; none if the matches were at home and away. */
  readonly hosts: readonly string[]
  /** One match in each of them, which shows where the tournament was. */
  readonly places: readonly Fact[]
}

type Role = 'winner' | 'runner-up' | 'finalist' | 'host'

const VERBS: Readonly<Record<Role, string>> = {
  winner: 'won',
  'runner-up': 'was runner-up of',
  finalist: 'reached the final of',
  host: 'hosted',
}
const LIST = /^List the (finals|hosts|runners-up)\b/
const AS_HOST = /\bas hosts?\b|\bhosts? (?:have |has )?(?:win|won|lost|been)\b/
const PENALTIES = /^In which years was .* decided on penalties\b/
const IN_A_ROW = /\bin a row\b/
const OFTEN =
  /\b(?:most|more) often\b|\bin a row\b|\bmore than once\b|\btwice\b|\bat least (?:\d+|two) times\b/
const OF_EDITION = /\b(?:goals were scored|the most goals|teams took part|matches were played)\b/
const FINALIST = /\b(?:reached|reach|been in) the final\b/
const DAY_MS = 86_400_000
/** A group may end after the match that decided it. */
const MOST_DAYS_AFTER = 10
const MOST_NEXT = 8
/** With more, a country with a single match is a slip of the source: the Euro 2020 had 11 hosts. */
const MOST_HOSTS = 4
const NO_FINAL = 'final group'

export function isMatch({ label }: Attribute): boolean {
  return label.endsWith(' match')
}

/** The tournaments of a section in order. Their matches may be in another year: the Euro 2020 was in 2021. */
export function editionsOf(section: string, asking: Asking): Edition[] {
  const rowsOf = (kind: string) => {
    const attributes = asking.facts.attributes().filter(one => one.section === section)
    const ids = attributes.filter(one => one.label.endsWith(kind)).map(({ id }) => id)
    return ids.length > 0 ? read({ attributes: ids }, asking).toSorted(byTime) : []
  }
  const [titles, lost, matches] = [rowsOf(' title'), rowsOf(' runner-up'), rowsOf(' match')]
  const timeOf = ({ end = '' }: Fact) => Date.parse(end)
  const titleOf = (match: Fact) =>
    titles.find(title => timeOf(title) + MOST_DAYS_AFTER * DAY_MS >= timeOf(match))
  const isNear = (title: Fact | undefined, match: Fact) =>
    title !== undefined && timeOf(title) - timeOf(match) < 366 * DAY_MS
  const hostOf = hostsOf(matches, asking.facts)
  const groups = Map.groupBy(matches, match => {
    const title = titleOf(match)
    return title && isNear(title, match) ? title : match.year
  })
  return [...groups].flatMap(([key, own]) => {
    const title = typeof key === 'object' ? key : undefined
    const year = title?.year ?? own[0]?.year ?? 0
    const loser = title && lost.find(row => row.end === title.end)
    const teams = new Set(own.map(({ subject }) => subject.id))
    const held = [...Map.groupBy(own, hostOf)]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .filter(([, one], _, every) => every.length <= MOST_HOSTS || one.length > 2)
    const isHeld = held.length * 2 <= teams.size || teams.size === 2
    const hosts = isHeld ? held.map(([name]) => name) : []
    const places = isHeld ? held.flatMap(([, [row]]) => (row ? { ...row, year } : [])) : []
    const edition = { year, matches: own.map(row => ({ ...row, year })) }
    const final = { ...(title && { title }), ...(loser && { lost: loser }) }
    return [{ ...edition, ...final, hosts, places }]
  })
}

/** Finds the countries of matches, by the names of their teams. */
function hostsOf(matches: readonly Fact[], facts: Facts): (match: Fact) => string {
  const whereOf = ({ text = '' }: Fact) => /, ([^,()]*)\)$/.exec(text)?.[1] ?? ''
  const names = new Map(
    [...new Set(matches.map(whereOf))].map(name => [
      name,
      facts.findSubjects([name.toLowerCase()])[0]?.subject.name ?? name,
    ]),
  )
  return match => names.get(whereOf(match)) ?? ''
}

const FORMS: readonly (readonly [RegExp, (own: Asked) => FactAnswer | undefined])[] = [
  [LIST, listEditions],
  [OF_EDITION, countMatches],
  [AS_HOST, answerAsHost],
  [PENALTIES, sayPenalties],
  [OFTEN, answerOften],
  [FINALIST, answerOften],
]

/** Returns whether a tournament is of the time that a question names: that of its name or of its final. */
export function isHeldWhen({ year, title }: Edition, question: FactQuestion): boolean {
  return isWhen({ year, end: title?.end } as Fact, question)
}

/** Answers lists, counts and rankings of tournaments by their winners, losers and hosts. */
export function answerEditions(section: string, asking: Asking): FactAnswer | undefined {
  const { question, asked = question.text } = asking
  const answer = FORMS.find(([form]) => form.test(asked))?.[1]
  if (!answer) return undefined
  const all = editionsOf(section, asking)
  const editions = all.filter(one => isHeldWhen(one, question))
  return answer({ section, editions, asking })
}

interface Asked {
  readonly section: string
  readonly editions: readonly Edition[]
  readonly asking: Asking
}

const spanOf = (editions: readonly Edition[]) =>
  editions.length > 1 ? `from ${editions[0]?.year} to ${editions.at(-1)?.year}` : ''

function listEditions(own: Asked): FactAnswer | undefined {
  const { section, asking } = own
  const [, what] = LIST.exec(asking.asked ?? '') ?? []
  const editions = own.editions.filter(({ title }) => title)
  const hosts = what === 'hosts' ? sayHosts(own)?.statements[0] : undefined
  const titles = editions.flatMap(({ title }) => title ?? [])
  if (hosts) return withFinals({ ...hosts, facts: [...titles, ...hosts.facts] }, editions)
  if (what === 'finals') return sayFinals({ ...own, editions }, '')
  const lost = editions.flatMap(one => one.lost ?? [])
  const list = lost.map(one => `${nameOf(one.subject)} (${one.year})`)
  if (lost.length === 0) return undefined
  const text = `The runners-up of the ${section} ${spanOf(editions)} were ${joinAnd(list)}.`
  return withFinals({ text, facts: lost }, editions)
}

/** "Brazil beat Italy on penalties after 0–0 (Pasadena, 1994)": a sentence on all finals, and their table. */
function sayFinals({ section, editions }: Asked, how: string): FactAnswer | undefined {
  const [finals, groups] = [true, false].map(isFinal =>
    editions.filter(({ year }) => hasFinal(section, year) === isFinal),
  )
  const list = finals?.flatMap(({ title, lost, year }) => {
    if (!title || !lost) return []
    const { score, city } = finalOf(title)
    const [goals] = score.split(' ')
    const beaten = score.includes('penalties') ? `on penalties after ${goals}` : score
    return [`${nameOf(title.subject)} beat ${nameOf(lost.subject)} ${beaten} (${city}, ${year})`]
  })
  const others = groups?.flatMap(({ title, year }) =>
    title ? [`${nameOf(title.subject)} (${year})`] : [],
  )
  if (!list || !others || list.length + others.length === 0) return undefined
  const said = [
    list.length > 0 &&
      `The ${list.length === 1 ? 'final' : `${list.length} finals`} ${[`of the ${section}`, how, spanOf(finals ?? [])].filter(Boolean).join(' ')}: ${capital(list.join('; '))}.`,
    others.length > 0 && `Winners without a single final: ${joinAnd(others)}.`,
  ]
  const facts = editions.flatMap(({ title, lost }) => [title ?? [], lost ?? []].flat())
  const text = said.filter(Boolean).join(' ')
  return withFinals({ text, facts, computed: [list.length] }, editions)
}

function sayPenalties(own: Asked): FactAnswer | undefined {
  const editions = own.editions.filter(({ title }) => title?.text?.includes('penalties'))
  return sayFinals({ ...own, editions }, 'decided on penalties')
}

function finalOf({ text = '' }: Fact): { readonly score: string; readonly city: string } {
  const [, score = '', city = ''] = /^(.*?) against .* \((.*), [^,()]*\)$/.exec(text) ?? []
  return { score, city }
}

function scoreOf(title: Fact): string {
  return hasFinal(title.attribute.section, title.year ?? 0) ? finalOf(title).score : NO_FINAL
}

/** The table of finals: winner, runner-up, score and hosts. */
function withFinals(statement: FactStatement, editions: readonly Edition[]): FactAnswer {
  const rows = editions.map(edition => {
    const { title, lost, year, hosts, places } = edition
    const host = hosts.length > 0 ? [joinAnd(hosts)] : []
    const cells: readonly (readonly [string | undefined, readonly Fact[]])[] = [
      [title?.subject.name, title ? [title] : []],
      [lost?.subject.name, lost ? [lost] : []],
      [title && scoreOf(title), title ? [title] : []],
      [host[0], places],
    ]
    return {
      label:
        title && editions.filter(one => one.year === year).length > 1
          ? `${year} (${nameOf(title.subject)})`
          : `${year}`,
      cells: cells.map(([text, own]) => (text ? { text, facts: own } : undefined)),
    }
  })
  const columns = ['Winner', 'Runner-up', 'Score', 'Host']
  return { ...answerOf(statement), table: { columns, rows }, isOwnForm: true }
}

/** The hosts of tournaments, or how often a country that is named hosted them. */
export function sayHosts({ section, editions, asking }: Asked): FactAnswer | undefined {
  const { question } = asking
  const { isLast } = question.conditions
  const held = editions.filter(({ hosts }) => hosts.length > 0)
  const meant = isLast && question.mentions.length === 0 ? held.slice(-(question.count ?? 1)) : held
  const [name] = question.mentions.flatMap(({ subjects }) => subjects.map(one => one.name))
  const own = meant.filter(({ hosts }) => name !== undefined && hosts.includes(name))
  const list = meant.map(
    ({ year, hosts }) => `${joinAnd(hosts.map(one => nameOf({ name: one })))} (${year})`,
  )
  const years = own.map(({ year, hosts }) =>
    hosts.length > 1 ? `${year} (with ${joinAnd(hosts.filter(one => one !== name))})` : `${year}`,
  )
  const apart = editions.filter(({ hosts, matches }) => hosts.length === 0 && matches.length > 0)
  const open = question.years.length > 0 && question.mentions.length === 0 ? apart : []
  const [none] = open
  if (meant.length === 0 && none) {
    const text = `The ${none.year} ${section} had no host: its matches were played at home and away.`
    return {
      ...answerOf({ text, facts: none.title ? [none.title] : none.matches }),
      isOwnForm: true,
    }
  }
  if (meant.length === 0) return undefined
  const isWhether = /^(?:has|have|did|was|were|is)\b/i.test(question.text)
  const verdict = name && isWhether ? (own[0] ? 'Yes: ' : 'No: ') : ''
  const said = own[0]
    ? `${nameOf({ name: name ?? '' })} hosted the ${section} ${times(own.length)}: ${joinAnd(years)}`
    : `the ${section} was played in ${joinAnd(list)}`
  const told = answerOf({
    text: `${verdict}${verdict ? said : capital(said)}.`,
    facts: meant.flatMap(({ places }) => places),
    computed: [own.length],
  })
  const missing = open.map(
    ({ year }) => `Host of the ${section} in ${year} (played at home and away)`,
  )
  return { ...told, missing }
}

/** The teams that won, or lost the final, in their own country. */
function answerAsHost({ section, editions: all, asking }: Asked): FactAnswer | undefined {
  const { asked = '', question } = asking
  const { isLast } = question.conditions
  const editions = isLast ? all.slice(-1) : all
  const isLost = /\b(?:lost|runner-up)\b/.test(asked)
  const found = editions.flatMap(edition => {
    const row = isLost ? edition.lost : edition.title
    const isFinal = !isLost || hasFinal(section, edition.year)
    return isFinal && row && edition.hosts.includes(row.subject.name) ? [{ edition, row }] : []
  })
  const cited = found.flatMap(({ edition, row }) => {
    const { places, hosts } = edition
    return [row, places[hosts.indexOf(row.subject.name)] ?? []].flat()
  })
  const [only, ...more] = editions
  const did = isLost ? 'lost the final of' : 'won'
  if ((isLast || question.years.length === 1) && only?.title && more.length === 0) {
    const row = (isLost ? only.lost : only.title) ?? only.title
    const hosts = joinAnd(only.hosts.map(name => nameOf({ name })))
    const text = `${found[0] ? 'Yes' : 'No'}: ${nameOf(row.subject)} ${did} the ${only.year} ${section}, which was played in ${hosts}.`
    return { ...answerOf({ text, facts: [row, ...only.places] }), isOwnForm: true }
  }
  if (found.length === 0) return undefined
  const list = found.map(({ edition, row }) => {
    const others = edition.hosts.filter(name => name !== row.subject.name)
    const beside =
      others.length > 3
        ? ` with ${others.length} other hosts`
        : others.length > 0
          ? ` with ${joinAnd(others.map(name => nameOf({ name })))}`
          : ''
    return `${nameOf(row.subject)} (${edition.year}${beside})`
  })
  const held = editions.filter(({ hosts }) => hosts.length > 0).length
  const text = `Hosts ${did} the ${section} in ${found.length} of ${held} tournaments ${spanOf(editions)}: ${joinAnd(list)}.`
  const others = found.map(({ edition }) => edition.hosts.length - 1)
  const counts = [...others, found.length, held, ...editions.map(({ year }) => year)]
  const statement = { text, facts: cited, computed: counts }
  const told = withFinals(
    statement,
    found.map(one => one.edition),
  )
  return {
    ...told,
    list: { facts: found.map(({ row }) => row), isRanked: false, isForOne: false },
  }
}

/** Each time that somebody won, lost a final, reached it or was the host. */
function heldBy(role: Role, { editions }: Asked) {
  return editions.flatMap((edition, at) => {
    const { title, lost, year, hosts } = edition
    const rows: readonly (readonly [string, readonly Fact[]])[] =
      role === 'host'
        ? hosts.map((name, host) => [name, edition.places.slice(host, host + 1)])
        : [role === 'runner-up' ? undefined : title, role === 'winner' ? undefined : lost].flatMap(
            row => (row ? [[row.subject.name, [row]] as const] : []),
          )
    return rows.map(([name, cited]) => ({ name, year, at, cited }))
  })
}

type Held = ReturnType<typeof heldBy>[number]

/** Teams that have won, lost or hosted it most often, in a row, a number of times, or second most often. */
function answerOften(own: Asked): FactAnswer | undefined {
  const { section, asking } = own
  const { question, asked = '' } = asking
  const { conditions, mentions, count } = question
  const role: Role = /\bhosted\b/.test(asked)
    ? 'host'
    : /\blost the final\b|\brunners?-up\b/.test(asked)
      ? 'runner-up'
      : FINALIST.test(asked)
        ? 'finalist'
        : 'winner'
  const isInRow = IN_A_ROW.test(asked)
  const isRanked = /\b(?:most|more) often\b/.test(asked)
  const least = leastOf(asked)
  // The other forms of winners have sentences on each title.
  const isElse =
    role === 'winner' &&
    !isInRow &&
    conditions.place === undefined &&
    !mentions.some(one => one.isNegated)
  const isOfTeams = role === 'finalist' && mentions.length > 0
  if (isElse || !(isRanked || least !== undefined || isInRow || isOfTeams)) return undefined
  const names = (isNegated: boolean) =>
    mentions
      .filter(one => one.isNegated === isNegated)
      .flatMap(({ subjects }) => subjects.map(one => one.name))
  const all = heldBy(role, own).filter(
    ({ name }) =>
      (names(false).length === 0 || names(false).includes(name)) && !names(true).includes(name),
  )
  const runs = [...Map.groupBy(all, ({ name }) => name).values()]
    .flatMap(rows => (isInRow ? inRows(rows) : [rows]))
    .toSorted((a, b) => b.length - a.length)
  const lengths = [...new Set(runs.map(({ length }) => length))]
  const place = PLACES.findIndex(word => new RegExp(`\\b${word} most often\\b`).test(asked))
  const isNth = place >= 0
  const mark = isNth ? lengths[place] : (runs[(count ?? 1) - 1]?.length ?? lengths.at(-1))
  const isOf = ({ length }: readonly Held[]) =>
    !isRanked && least !== undefined
      ? length >= least
      : isNth
        ? length === mark
        : (isOfTeams && !isRanked) || length >= (mark ?? 1)
  const found = runs.filter(isOf)
  if (found.length === 0 || (isInRow && (found[0]?.length ?? 0) < 2)) return undefined
  const say = (rows: readonly Held[]) =>
    `${nameOf({ name: rows[0]?.name ?? '' })} ${VERBS[role]} the ${section} ${times(rows.length)}${isInRow ? ' in a row' : ''}${rows.length > 2 ? ':' : ', in'} ${joinAnd(rows.map(({ year }) => `${year}`))}`
  const statements = found.map(rows => ({
    text: `${capital(say(rows))}.`,
    facts: rows.flatMap(({ cited }) => cited),
    computed: [rows.length],
  }))
  const after = isRanked && !isNth ? runs.slice(found.length, found.length + MOST_NEXT) : []
  const next = after.filter(rows => rows.length > 1)
  const others = {
    text: `Next ${next.length === 1 ? 'comes' : 'come'} ${joinAnd(next.map(rows => `${nameOf({ name: rows[0]?.name ?? '' })} (${rows.length})`))}.`,
    facts: next.flatMap(rows => rows.flatMap(({ cited }) => cited)),
    computed: next.map(({ length }) => length),
  }
  const told = next.length > 0 && !isInRow ? [...statements, others] : statements
  const list = {
    facts: found.flatMap(([row]) => row?.cited[0] ?? []),
    isRanked: false,
    isForOne: false,
  }
  const rows = [...found, ...(isInRow ? [] : next)].map(run => {
    const cell = (text: string) => ({
      text,
      facts: run.flatMap(({ cited }) => cited),
      computed: [run.length],
    })
    const years = run.map(({ year }) => year).join(', ')
    return { label: run[0]?.name ?? '', cells: [cell(`${run.length}`), cell(years)] }
  })
  const table = { columns: ['Times', 'Years'], rows }
  return {
    ...answerOf(...told),
    ...(role !== 'host' && { list }),
    ...(rows.length > 2 && { table }),
    isOwnForm: true,
  }
}

const bare = (name: string) => name.replace(/^the /, '')

/** "More than once", "at least 3 times", "twice in a row": how often at least. */
function leastOf(asked: string): number | undefined {
  if (/\b(?:more than once|twice|at least two times)\b/.test(asked)) return 2
  const [, digits] = /\bat least (\d+) times\b/.exec(asked) ?? []
  return digits ? Number(digits) : undefined
}

/** Tournaments one after the other. */
function inRows(rows: readonly Held[]): Held[][] {
  return rows.reduce<Held[][]>((runs, row) => {
    const run = runs.at(-1)
    if (run && run.at(-1)?.at === row.at - 1) run.push(row)
    else runs.push([row])
    return runs
  }, [])
}

/** Goals, matches and teams of one tournament. */
function countMatches({ section, editions, asking }: Asked): FactAnswer | undefined {
  const { asked = '', question } = asking
  const [edition, ...more] = editions
  if (!edition || more.length > 0 || question.mentions.length > 0) return undefined
  const { matches, year } = edition
  const goalsOf = (rows: readonly Fact[]) =>
    rows.reduce((sum, { text = '' }) => sum + Number.parseInt(text, 10), 0)
  const teams = [...Map.groupBy(matches, ({ subject }) => nameOf(subject))].toSorted(
    ([, a], [, b]) => goalsOf(b) - goalsOf(a),
  )
  const named = `${year} ${section}`
  const [goals, played] = [goalsOf(matches), matches.length / 2]
  const ranked = teams.map(([name, rows]) => ({ name, goals: goalsOf(rows), rows }))
  const first = ranked.filter(one => one.goals === ranked[0]?.goals)
  const next = ranked.slice(first.length, first.length + 3)
  const names = teams.map(([name]) => name).toSorted((a, b) => bare(a).localeCompare(bare(b)))
  const text = /\bthe most goals\b/.test(asked)
    ? `${joinAnd(first.map(one => one.name))} scored the most goals at the ${named}: ${first[0]?.goals} in ${first[0]?.rows.length} matches, followed by ${joinAnd(next.map(one => `${one.name} (${one.goals})`))}.`
    : /\bgoals were scored\b/.test(asked)
      ? `${goals} goals were scored in the ${played} matches of the ${named}.`
      : /\bmatches were played\b/.test(asked)
        ? `${played} matches were played at the ${named}.`
        : `${teams.length} teams took part in the ${named}: ${joinAnd(names)}.`
  const computed = [goals, played, teams.length, ...ranked.map(one => one.goals)]
  const isOfTeams = /\bteams took part\b/.test(asked)
  const facts = isOfTeams ? teams.flatMap(([, rows]) => rows.slice(0, 1)) : matches
  return { ...answerOf({ text, facts, computed }), isOwnForm: true }
}
