import type { Budget, Effort } from '../budgets.ts'
import type { Background, Finding } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { ComparisonTable, Statement } from '../evidence/statement.ts'
import { type ReportWords, reportWords } from '../text/report-words.ts'
import { capital, joinAnd } from '../text/say.ts'
import type { Draft, Section } from './draft.ts'
import { areYears, joinTables, withoutRows } from './join-tables.ts'
import { nameQuestion } from './name-part.ts'
import { chooseSentences, stateFound } from './state-found.ts'
import { stateTableAnswer } from './state-table-answer.ts'

const SHORT_ANSWER_SENTENCES = 2
const MOST_IN_PARAGRAPH = 5
const NO_REASONS = 'the sources give figures, no reasons'
const REASON = /^(?:why|how come|what (?:drives|explains|makes))\b/i

interface WriteOptions {
  readonly ledger: Ledger
  readonly effort: Effort
  readonly limits: Budget
  /** The language of the answers, if they are not in English. */
  readonly language?: string | undefined
}

/**
 * Writes by rules, from what is in the findings and nothing else, and nothing twice: the verdict first, the
 * parts of the question in their order, the figures side by side, and what lies behind them.
 */
export function writeReport(findings: readonly Finding[], options: WriteOptions): Draft {
  const { effort, limits } = options
  const words = reportWords(options.language)
  const answered = findings.filter(isAnswered)
  if (effort === 'lite') {
    const found = answered.map(finding => {
      const own = openingOf(finding, options)
      return isAlone(finding, answered) ? own.slice(0, 1) : own
    })
    const openings = withoutTold(withoutRepeats(withChoices(found, answered), true))
    // Whoever asks several things gets an answer to each.
    const reported = findings.flatMap(({ figures }) => figures?.statements ?? [])
    const most = Math.max(limits.sentencesPerPart, answered.length, reported.length)
    const bullets = findings.flatMap(({ figures }) => figures?.items ?? [])
    const missing = missingNote(findings, words)
    const notes = missing === undefined ? [] : [missing]
    return { sections: [{ paragraphs: [inShort(openings, most)], bullets, notes }] }
  }
  // The sections of an overview are what is asked for; those behind single figures come last.
  const [wide = [], narrow = []] = [true, false].map(isAsked =>
    joinSections(
      answered
        .filter(({ answer }) => (answer?.topics !== undefined) === isAsked)
        .flatMap(({ figures }) => figures?.background ?? []),
    ),
  )
  const texts = writeParts(answered, wide, options)
  const told = texts.flatMap(one => one.paragraphs.flat())
  const said = new Set(told.map(({ text }) => text))
  const known = new Set(told.flatMap(keysOf))
  const tables = figureTables(findings, words)
  const more = narrow.filter(isText).map(({ heading, statements, ...own }) => ({
    ...own,
    heading: texts.some(one => one.heading === heading) ? `${heading}: more figures` : heading,
    statements: statements.filter(one => !keysOf(one).every(key => known.has(key))),
  }))
  const behind = joinSections([...wide, ...narrow]).filter(one => !isText(one) && !one.isJoint)
  return {
    sections: [
      ...texts,
      ...tables,
      ...[...more, ...behind].flatMap(section => showSection(section, said, tables)),
      ...conflictSection(conflictsOf(answered), words),
      ...gapSections(findings, words),
    ],
  }
}

/** A verdict whose measures another question asks for does without them. */
function isAlone({ part }: Finding, { length }: readonly Finding[]): boolean {
  return length > 1 && /\bdoes (?:best|worst) by\b/.test(part.question)
}

/** The judgment that a report opens with; any other choice is in its place. */
const JUDGMENT =
  /\b(?:(?:does (?:best|worst)|recovered best)\b|(?:is|are) (?:better off|in better shape)$)/

interface Told {
  readonly statement: Statement
  readonly about: readonly string[]
}

/** The verdict or the first answer, and each part of the question under a heading if there are several. */
function writeParts(
  answered: readonly Finding[],
  background: readonly Background[],
  options: WriteOptions,
): Section[] {
  const isVerdict = ({ part }: Finding) =>
    answered.length > 1 && JUDGMENT.test(part.question.replace(/\?$/, ''))
  const parts = answered.filter(finding => !isVerdict(finding))
  const inOrder = [...answered.filter(isVerdict), ...parts]
  const found = inOrder.map(finding => {
    const own = openingOf(finding, options)
    // The figures that a verdict rests on are told where they are asked for.
    return isVerdict(finding) && parts.length > 0 ? own.slice(0, 1) : own
  })
  const openings = withoutRepeats(withChoices(found, inOrder), false)
  const verdicts = openings.slice(0, inOrder.length - parts.length).flat()
  const told = parts.flatMap((finding, at): Told[] => {
    const own = openings[at + inOrder.length - parts.length] ?? []
    // A figure of no topic is about what those beside it are about.
    const topic = own.find(({ about = [] }) => about.length > 0)?.about
    const named = topic ?? [finding.figures?.heading ?? headingFor(finding)]
    return own.map(statement => ({ statement, about: statement.about ?? named }))
  })
  const known = new Set([...verdicts, ...told.map(one => one.statement)].flatMap(keysOf))
  const more = background
    .filter(isText)
    .flatMap(({ heading, statements }): Told[] =>
      statements
        .filter(one => !keysOf(one).every(key => known.has(key)))
        .map(statement => ({ statement, about: statement.about ?? [heading] })),
    )
  const all = [...told, ...more]
  const choose = ({ about: [widest = '', closest = widest] }: Told) =>
    options.effort === 'standard' ? widest : closest
  const isOfAll = ownerOfAll(all.map(choose))
  const headingOf = (one: Told) => {
    const heading = choose(one)
    const owner = OWNER.exec(heading)?.[0] ?? ''
    return isOfAll(owner) ? capital(heading.slice(owner.length)) : heading
  }
  const isLong = parts.length > 1 || all.length > MOST_IN_PARAGRAPH
  const isHeaded = isLong && new Set(all.map(headingOf)).size > 1
  const next = all.findIndex(one => all[0] && headingOf(one) !== headingOf(all[0]))
  const opens = (one: Told, at: number) =>
    !isHeaded || one.about.length === 0 || (at < next && verdicts.length === 0)
  const lead = all.filter(opens).map(one => one.statement)
  const groups = Map.groupBy(isHeaded ? all : [], headingOf)
  const used = new Set([...verdicts, ...told.map(one => one.statement)].flatMap(keysOf))
  const details = (finding: Finding) => detailsOf(finding, { ...options, said: used })
  const items = parts.flatMap(({ figures }) => figures?.items ?? [])
  const isOne = parts.length < 2
  const sections = [...groups].map(([heading, own]): Section => {
    const finding = parts.find(one => headingFor(one) === heading)
    const statements = own.map(one => one.statement).filter(one => !lead.includes(one))
    const bullets = finding && !isOne ? details(finding) : []
    return { heading, paragraphs: inParagraphs(statements), bullets }
  })
  const rest = parts.flatMap(details)
  return [
    { paragraphs: [verdicts, ...inParagraphs(lead)].filter(one => one.length > 0), bullets: items },
    ...sections,
    ...(rest.length > 0
      ? [{ heading: reportWords(options.language).details, paragraphs: [], bullets: rest }]
      : []),
  ]
}

/** The subject of a part; a comparison need not name whose it is. */
function headingFor(finding: Finding): string {
  const name = capital(nameOf(finding))
  return COMPARED.test(finding.part.question)
    ? name.replace(OF_NAMES, '')
    : name.replace(OF_MANY, '')
}

const COMPARED = /^(?:How did .* change|Compare|Which of .* ha(?:s|ve|d) the)\b/s
const OF_NAMES = / of (?:the )?\p{Lu}.*?(?= (?:since|from|over|in) |$)/u
/** A heading names three at most. */
const OF_MANY =
  / of (?:the )?(?:[\p{Lu}\d][^,]{0,40}, ){2,}[^,]{1,40}? and .+?(?= (?:since|from|over|in|to) |$)/u
const OWNER = /^[^:]+: /
const NAMES = /, | and /

/** Returns whether a heading is of all that the headings are of: it need not name them. */
function ownerOfAll(headings: readonly string[]): (owner: string) => boolean {
  const namesOf = (owner: string) => new Set(owner.replace(/: $/, '').split(NAMES))
  const all = headings.map(one => namesOf(OWNER.exec(one)?.[0] ?? ''))
  const names = new Set(all.flatMap(one => [...one]).filter(Boolean))
  return owner => owner !== '' && names.isSubsetOf(namesOf(owner))
}

/** Cuts a long text in even pieces. */
function inParagraphs(statements: readonly Statement[]): Statement[][] {
  const count = Math.ceil(statements.length / MOST_IN_PARAGRAPH)
  const each = Math.ceil(statements.length / count)
  return Array.from({ length: count }, (_, at) => statements.slice(at * each, (at + 1) * each))
}

/** Prose on a topic of the question. */
function isText({ isProse, table, notes = [] }: Background): boolean {
  return isProse === true && !table && notes.length === 0
}

/** A section without what an earlier one says or shows. */
function showSection(
  { heading, statements, isProse, table, notes = [] }: Background,
  said: Set<string>,
  tables: readonly Section[],
): Section[] {
  const own = statements.filter(({ text }) => !said.has(text))
  for (const { text } of own) said.add(text)
  const shown =
    table &&
    withoutRows(
      table,
      tables.flatMap(one => one.table ?? []),
    )
  if (own.length === 0 && !shown && notes.length === 0) return []
  return [
    {
      heading,
      ...(isProse ? { paragraphs: [own] } : { paragraphs: [], bullets: own }),
      ...(shown && { table: shown }),
      notes,
    },
  ]
}

const CHOICE = /^Which of .+ ha(?:s|d) the /
const VALUES = /^(?:Compare|What (?:is|are|was|were)) the (?!difference|gap)/

/** A comparison says what another question chooses by: who is the youngest, not who is the oldest. */
function withChoices(
  openings: readonly Statement[][],
  findings: readonly Finding[],
): Statement[][] {
  const choices = findings.flatMap(({ part }, at) =>
    CHOICE.test(part.question) ? (openings[at] ?? []) : [],
  )
  const keyOf = (one: Statement) => keysOf(one).sort().join()
  const chosen = new Map(choices.map(one => [keyOf(one), one.text]))
  return openings.map((own, at) =>
    VALUES.test(findings[at]?.part.question ?? '')
      ? own.map(one => ({ ...one, text: chosen.get(keyOf(one)) ?? one.text }))
      : own,
  )
}

const VERDICT = /^(?:(?:Yes|No): |\p{L}{1,4}[.。] ?)/u
const PLACED = /^.{1,60}? ha[sd] the /
/** The value at the end of a place in a ranking, and how many have one. */
const OF_PLACE = /: [^:()]*?( \([^:()]*\))?\.$/

/** "Delta Air Lines had the higher operating margin", which a sentence about several years says too. */
function claimOf({ text }: Statement): string {
  const claim = text.slice(0, text.indexOf(': ')).replaceAll(/ \([^()]*\)/g, '')
  return PLACED.test(claim) ? claim.replace(' has the ', ' had the ') : ''
}

/** Two questions may have an answer in common, in the same words or, in a report, from the same quotes. */
function withoutRepeats(openings: readonly Statement[][], isShort: boolean): Statement[][] {
  const said = new Set<string>()
  const values = new Set<string>()
  const withoutValue = (statement: Statement): Statement => {
    const [key = '', ...more] = keysOf(statement)
    const isSaid = values.has(key) && PLACED.test(statement.text)
    if (more.length === 0) values.add(key)
    return isSaid ? { ...statement, text: statement.text.replace(OF_PLACE, '$1.') } : statement
  }
  const told = openings.map(own => own.map(withoutValue))
  const claims = new Map<string, Set<string>>()
  return told.map((own, at) =>
    own.filter(statement => {
      const claim = claimOf(statement)
      const keys = new Set(keysOf(statement))
      if (claim !== '' && keys.isSubsetOf(claims.get(claim) ?? new Set())) return false
      claims.set(claim, keys)
      const bare = statement.text.replace(VERDICT, '')
      // A place in a ranking says more than the value that it quotes.
      const isOfValue = !isShort && !PLACED.test(bare)
      const known = [bare, ...(isOfValue ? [keysOf(statement).sort().join()] : [])]
      const isNew = VERDICT.test(statement.text) || !known.some(one => said.has(one))
      if (at > 0 && !isNew) return false
      for (const one of known) said.add(one)
      return true
    }),
  )
}

/** Says each figure once: the sentence that has all figures of another takes over its verdict. */
function withoutTold(openings: readonly Statement[][]): Statement[][] {
  const all = openings.flat()
  const isPart = ({ computed = [], ...one }: Statement, of: Statement) =>
    computed.length > 0 &&
    new Set(computed).isSubsetOf(new Set(of.computed)) &&
    new Set(keysOf(one)).isSubsetOf(new Set(keysOf(of)))
  const tellerOf = (one: Statement, at: number) =>
    all.find((of, to) => of !== one && isPart(one, of) && (to < at || !isPart(of, one))) ?? one
  const groups = Map.groupBy(all, one => tellerOf(one, all.indexOf(one)))
  const tell = (one: Statement) => {
    const [verdict = ''] = groups.get(one)?.flatMap(({ text }) => VERDICT.exec(text) ?? []) ?? []
    return { ...one, text: verdict + one.text.replace(VERDICT, '') }
  }
  return openings.map(own => own.filter(one => groups.has(one)).map(tell))
}

/** What was not found, in one line. */
export function missingNote(findings: readonly Finding[], words: ReportWords): string | undefined {
  const open = findings.filter(finding => !isAnswered(finding))
  const missing = together([...open.map(nameOf), ...findings.flatMap(unreported)])
  return missing.length > 0 ? `${words.notFound}: ${missing.join('; ')}` : undefined
}

/** What the report does not say: because nothing was found, or because it was not looked for. */
export function gapSections(findings: readonly Finding[], words: ReportWords): Section[] {
  const open = findings.filter(finding => !isAnswered(finding))
  const notFound = [
    ...together([
      ...open.filter(({ isSkipped }) => !isSkipped).map(nameOf),
      ...findings.flatMap(unreported),
    ]).map(missing => `- ${missing}`),
    ...findings.flatMap(noteYears),
  ]
  const leftOut = open.filter(({ isSkipped }) => isSkipped).map(finding => `- ${nameOf(finding)}`)
  return [
    { heading: words.notFound, paragraphs: [], notes: notFound },
    { heading: words.leftOut, paragraphs: [], notes: leftOut },
  ].filter(({ notes }) => notes.length > 0)
}

const MANY_TIMES =
  /(\b(?:at the end of|in) (?:fiscal )?\d{4})(?:, [a-z ]+\d{4}){5,} and [a-z ]+?(\d{4})/g
const TIMES = / (?:at the end of|in) (?:fiscal )?\d{4}.*$/s

/** "Chile and Peru: rents" for the same of several, without years between those that were named before. */
function together(missing: readonly string[]): string[] {
  const known = new Map<string, readonly [number, number]>()
  const parts = missing.map(nameQuestion).flatMap(one => {
    const [, name = '', what = one] = /^([^:]+): (.+)$/s.exec(one) ?? []
    const years = (TIMES.exec(what)?.[0].match(/\d{4}/g) ?? []).map(Number)
    const key = `${name}: ${what.replace(TIMES, '')}`
    const [from, to] = known.get(key) ?? [Number.POSITIVE_INFINITY, 0]
    const isKnown = known.has(key) && years.every(year => year >= from && year <= to)
    known.set(key, [Math.min(from, ...years), Math.max(to, ...years)])
    const said = what.replace(MANY_TIMES, '$1 to $2').replace(' of each company', '')
    return isKnown ? [] : [{ one, name, said }]
  })
  const groups = Map.groupBy(parts, ({ said }) => said.replaceAll(' fiscal', ''))
  return [...groups.values()].map(own => {
    const names = [...new Set(own.flatMap(({ name }) => name || []))]
    const apart = names.filter(name => !names.some(one => one !== name && one.includes(name)))
    const [first] = own
    return first && apart.length > 0 ? `${joinAnd(apart)}: ${first.said}` : (first?.one ?? '')
  })
}

/** What no filing gives. */
export function unreported({ figures }: Finding): readonly string[] {
  return figures?.missing ?? []
}

function noteYears(finding: Finding): string[] {
  const { missedYears = [] } = finding
  if (missedYears.length === 0) return []
  return [`- ${nameOf(finding)} in ${missedYears.join(', ')} (the sources give other years only)`]
}

export function isAnswered({ sentences, tableAnswer, figures }: Finding): boolean {
  return sentences.length > 0 || tableAnswer !== undefined || (figures?.statements.length ?? 0) > 0
}

/** The first sentence for each part; what room is left goes to what follows it. */
function inShort(openings: readonly (readonly Statement[])[], most: number): Statement[] {
  let room = Math.max(0, most - openings.length)
  const shortened = openings.flatMap(([first, ...rest]) => {
    const more = rest.slice(0, room)
    room -= more.length
    return first ? [first, ...more] : []
  })
  return shortened.slice(0, most)
}

/** The short answer to one part. */
function openingOf(finding: Finding, { ledger }: WriteOptions): Statement[] {
  const { sentences, tableAnswer, figures } = finding
  if (figures && figures.statements.length > 0) return [...figures.statements]
  if (tableAnswer) return [stateTableAnswer(tableAnswer, ledger)]
  // A field that is what was asked for needs no second sentence; prose often does.
  const limit = sentences[0]?.label === undefined ? SHORT_ANSWER_SENTENCES : 1
  return chooseSentences(sentences, { limit }).map(found => stateFound(found, ledger))
}

/** A statement is known by where its quotes begin: a longer quote from there says the same and more. */
function keysOf({ evidence }: Statement): string[] {
  return evidence.map(({ passage, start }) => `${passage.documentId}:${start}`)
}

function nameOf({ part }: Finding): string {
  const name = nameQuestion(part.question)
  if (/^why$/i.test(name)) return `The reasons: ${NO_REASONS}`
  return REASON.test(name) && !name.endsWith(')') ? `${name} (${NO_REASONS})` : name
}

/** Further sentences that documents have on a part. */
function detailsOf(
  { sentences, related }: Finding,
  { ledger, limits, said }: WriteOptions & { readonly said: Set<string> },
): Statement[] {
  const bullets: Statement[] = []
  for (const statement of [...sentences, ...related].map(one => stateFound(one, ledger))) {
    if (bullets.length >= limits.sentencesPerPart) break
    const keys = keysOf(statement)
    if (keys.some(key => said.has(key))) continue
    for (const key of keys) said.add(key)
    bullets.push(statement)
  }
  return bullets
}

/** Returns the reported figures side by side: the latest, and those by year. */
export function figureTables(findings: readonly Finding[], words: ReportWords): Section[] {
  const tables = findings.flatMap(({ figures }) => [
    figures?.table,
    ...(figures?.background ?? []).flatMap(({ isJoint, table }) => (isJoint ? table : undefined)),
  ])
  return joinTables(tables.filter(one => one !== undefined)).map(table => ({
    heading: headingOf(table, words),
    paragraphs: [],
    table,
  }))
}

const MOST_NAMED = 2
const MOST_BESIDE = 5

/** "Population, 2000–2024"; "Figures" for many measures. */
function headingOf({ columns, rows }: ComparisonTable, words: ReportWords): string {
  // A ranking has its measure above.
  const [, first = ''] = columns
  if (rows.every(({ label }) => /^\d+\. /.test(label)) && !/^\d{4}$/.test(first))
    return first || words.figures
  // One of many things by their properties.
  if (columns.length <= MOST_NAMED + 1 && rows.length > MOST_BESIDE && !areYears({ columns }))
    return joinAnd(columns.slice(1))
  const bare = (label: string) => label.replace(/^.*?: | \(fiscal years[^()]*\)/g, '')
  const measures = [...new Set(rows.map(({ label }) => capital(bare(label))))]
  const isListed = measures.length === 1 || words === reportWords()
  const named = isListed && measures.length <= MOST_NAMED ? joinAnd(measures) : words.figures
  const years = columns.flatMap(column => /\d{4}/.exec(column) ?? [])
  return areYears({ columns }) ? `${named}, ${years[0]}–${years.at(-1)}` : named
}

/** Statements about filings that give different values. */
export function conflictsOf(findings: readonly Finding[]): readonly Statement[] {
  return [
    ...new Map(
      findings.flatMap(({ figures }) => figures?.conflicts ?? []).map(one => [one.text, one]),
    ).values(),
  ]
}

export function conflictSection(bullets: readonly Statement[], words: ReportWords): Section[] {
  return bullets.length > 0 ? [{ heading: words.differ, paragraphs: [], bullets }] : []
}

/** Sections with one heading are one. */
function joinSections(sections: readonly Background[]): Background[] {
  return [...Map.groupBy(sections, one => one.heading).values()].flatMap(same => {
    const [first] = same
    if (!first) return []
    const statements = same.flatMap(one => one.statements)
    const notes = [...new Set(same.flatMap(one => one.notes ?? []))]
    const [table, ...others] = joinTables(same.flatMap(one => one.table ?? []))
    const once = [...new Map(statements.map(one => [one.text, one])).values()]
    const all = { ...first, statements: once, notes }
    return [
      { ...all, ...(table && { table }) },
      ...others.map(one => ({ heading: first.heading, statements: [], table: one })),
    ]
  })
}
