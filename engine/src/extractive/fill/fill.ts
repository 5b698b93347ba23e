import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'
import type { Author, Filled, Material, Run } from '../../author.ts'
import { budgets } from '../../budgets.ts'
import type { Evidence } from '../../evidence/ledger.ts'
import type { Passage } from '../../library/passage.ts'
import { openBudget } from '../../open-budget.ts'
import { searchFor } from '../../search/search-for.ts'
import { type Alternative, createFill, type MaybeFilled } from '../../shape/fill-parts.ts'
import { propertyOf, roleOf, wordsOfName } from '../../shape/property.ts'
import { allowedValues, branchesOf, ofType, propertyNames, textOf } from '../../shape/schema.ts'
import { notMet, validateContent } from '../../shape/validate.ts'
import { trim } from '../../text/sentences.ts'
import { contentStems, words } from '../../text/words.ts'
import { isBorneOut } from '../../verify/prove-statement.ts'
import { isAnswered, writeReport } from '../../write/write-report.ts'
import { askNumber, dayInRecord, inRole, isRecord, whenOf } from './ask-held.ts'
import { askProperty, type Candidate, type Filling, type Place } from './ask-property.ts'
import { fillList, REQUEST } from './fill-list.ts'
import { findSubjects, type Subject } from './find-subjects.ts'
import { type Collections, lookUp, subjectOf } from './look-up.ts'
import { readLeaf, type Wanted } from './read-value.ts'

const MOST_QUESTIONS = 400
/** Tables of further documents are not read. */
const MOST_DOCUMENTS = 5
const MOST_PASSAGES = 500

/**
 * Fills the caller's schema by asking the sources for each property. A value that no quote proves is
 * null or left out if the schema allows it; otherwise the call is refused.
 */
export async function fillFromSources(
  schema: JsonObject,
  { findings, passages, ledger }: Material,
  run: Run & Collections & { readonly author: Author },
): Promise<Filled> {
  const { request, policy, budget } = run
  const { input, effort } = request
  const draft = writeReport(findings, { ledger, effort, limits: budget.limits })
  const questions = request.questions ?? [input]
  const own = await findSubjects(input, run)
  const named = own.length > 0 ? own : await findSubjects(questions.join(' '), run)
  const lookUpOnce = once((question: string) => lookUp(question, { ...run, ledger }))
  const held = await Promise.all(questions.map(lookUpOnce))
  const known = held.filter(one => one !== undefined)
  const lists = known.filter(one => one.list)
  const listed = new Set(lists.flatMap(({ values }) => values.map(one => one.subject)))
  // A list names what it is drawn from: "in South America".
  const isScope = listed.size > 0 && !named.some(({ name }) => listed.has(name))
  const subjects = isScope ? [] : [...new Map(named.map(one => [one.name, one])).values()]
  const answers = new Map<string, Promise<readonly Candidate[]>>()
  let documents: Promise<Passage[]> | undefined
  const filling: Filling = {
    schema,
    input,
    questions,
    subjects,
    ledger,
    topics: topicsOf(input, schema),
    list: lists.length === 1 ? lists[0] : undefined,
    records: known.filter(isRecord),
    lookUp: lookUpOnce,
    summary: draft.sections
      .flatMap(({ paragraphs }) => paragraphs.flat())
      .filter(statement => isBorneOut(statement, policy)),
    subjectCalled: async name => (await findSubjects(name, run))[0],
    async readDocuments() {
      documents ??= readDocuments(run, { subjects, passages })
      return await documents
    },
    async ask(question) {
      // Another author may have tried first: the reserve for writing is for this one.
      if (!budget.mayWrite() || answers.size >= MOST_QUESTIONS) throw notMet()
      const answer = answers.get(question) ?? askSources(question, run)
      answers.set(question, answer)
      return await answer
    },
    fill: createFill<Place>(schema, {
      isLast: wantsSources,
      async property(property, parent, beside) {
        const fields = [...beside.values()].flatMap(one => one.fields)
        const evidence = fields.flatMap(one => one.evidence)
        const place = await placeOf(filling, property, parent, evidence)
        return await filling.fill(property.part, place)
      },
      list: (branch, place) => fillList(filling, branch, place),
      leaf: (alternative, place) => fillLeaf(filling, alternative, place),
    }),
  }
  const filled = await filling.fill(schema, rootOf(filling))
  if (!filled || !isJsonObject(filled.value) || filled.fields.length === 0) throw notMet()
  validateContent(schema, filled.value)
  return { content: filled.value, fields: filled.fields }
}

/** Returns the possible answers of the sources: fields and sentences. Rows of tables fill lists. */
async function askSources(
  question: string,
  run: Run & { readonly author: Author },
): Promise<Candidate[]> {
  // Each property gets the budget of a short answer; all of them stay within the run's time.
  const own = { ...run, budget: openBudget(budgets.lite) }
  const part = { question }
  const passages = await searchFor(part, own)
  const finding = await run.author.read({ part, passages, readers: 1 }, own)
  if (!finding || !isAnswered(finding)) return []
  const found = finding.sentences.filter(({ row }) => row === undefined)
  return found.map(({ passage, span, label, phrase, value }) => {
    if (label === undefined) return { passage, quote: span, answer: phrase ?? span }
    const whole = trim(passage.text, { start: span.start + label.length + 1, end: span.end })
    return { passage, quote: span, answer: value ?? whole, label }
  })
}

/** Reads the subjects' documents, or without any the first ones with a table that search found. */
async function readDocuments(
  { source, policy }: Run,
  { subjects, passages }: { subjects: readonly Subject[]; passages: readonly Passage[] },
): Promise<Passage[]> {
  const tabular = passages.filter(({ text }) => /^\s*\|/m.test(text))
  const found =
    subjects.length > 0
      ? subjects.flatMap(one => one.documentIds)
      : tabular.map(({ documentId }) => documentId)
  const documents = await Promise.all(
    [...new Set(found)].slice(0, MOST_DOCUMENTS).map(id => source.read(id)),
  )
  return documents.flatMap(own => own.slice(0, MOST_PASSAGES)).filter(policy.admits)
}

/** Asks each question once. */
function once<Answer>(ask: (question: string) => Promise<Answer>) {
  const asked = new Map<string, Promise<Answer>>()
  return (question: string) => {
    const answer = asked.get(question) ?? ask(question)
    asked.set(question, answer)
    return answer
  }
}

function wantsSources(name: string): boolean {
  return roleOf({ name: wordsOfName(name) }) === 'sources'
}

/** The one subject of the question, or the first of a ranking if only one is asked for. */
function rootOf({ subjects, list }: Filling): Place {
  const first = list?.list?.isForOne && subjects.length === 0 ? list.values[0] : undefined
  const [only] = subjects.length === 1 ? subjects : []
  const subject = first ? subjectOf(first) : only
  const listed = first && { listed: { evidence: first.evidence, value: first } }
  const { year } = (subject?.isCompany && first) || {}
  const when = year === undefined ? {} : { year }
  return { pointer: '', names: [], subject, isSubject: subject !== undefined, ...listed, ...when }
}

/** A property's name or description may name the subject: `chile`, `chile_gdp`, "GDP of Chile". */
async function placeOf(
  { schema, subjects, summary, subjectCalled }: Filling,
  { name, part }: { readonly name: string; readonly part: unknown },
  parent: Place,
  beside: readonly Evidence[],
): Promise<Place> {
  const branches = branchesOf(schema, part)
  const isObject = ofType(branches, 'object').length > 0
  const said = ` ${keyOf(wordsOfName(name))} `
  const place: Place = {
    ...parent,
    pointer: pointer(parent.pointer, name),
    names: [...parent.names, name],
    isSubject: !isObject && parent.isSubject === true,
  }
  if (parent.row || parent.pages) return place
  if (wantsSources(name)) {
    // The pages that the values beside it rest on, or the summary.
    const used = beside.length > 0 ? beside : summary.flatMap(one => one.evidence)
    return { ...place, pages: [...Map.groupBy(used, ({ passage }) => passage.url).values()] }
  }
  const called = (one: Subject) =>
    [one.name, ...(one.otherNames ?? [])].find(other => said.includes(` ${keyOf(other)} `))
  const inName = subjects.filter(one => called(one) !== undefined)
  const [own] = inName.length === 1 ? inName : []
  if (own) {
    const rest = said.replace(` ${keyOf(called(own) ?? '')} `, ' ').trim()
    if (rest !== '') return { ...place, names: [...parent.names, rest], subject: own }
    if (isObject || parent.names.length > 0)
      return { ...place, names: parent.names, subject: own, isSubject: isObject }
  }
  const other = isObject && !own ? await subjectCalled(wordsOfName(name)) : undefined
  if (other) return { ...place, names: parent.names, subject: other, isSubject: true }
  if (parent.subject) return place
  const described = ` ${branches.map(branch => keyOf(textOf(branch['description']))).join(' ')} `
  const told = subjects.filter(one => described.includes(` ${keyOf(one.name)} `))
  return { ...place, subject: told.length === 1 ? told[0] : undefined }
}

async function fillLeaf(
  filling: Filling,
  { branch, type }: Alternative,
  place: Place,
): Promise<MaybeFilled> {
  const { pointer: at, names, subject, row, pages } = place
  if (pages) return type === 'string' ? pageOf(pages[0] ?? [], place) : undefined
  if (row) {
    const name = names.at(-1) ?? ''
    const cell = row({ name, type })
    return (
      cell && readLeaf(filling.ledger, cell, { type, branch, property: propertyOf([name], '') }, at)
    )
  }
  const property = propertyOf(names, textOf(branch['description']) || textOf(branch['title']))
  const wanted = { type, branch, property }
  const given = givenBy(filling, wanted, place) ?? readRecord(filling, wanted, place)
  if (given) return given
  // Nothing says which of several subjects is meant.
  if (!subject && filling.subjects.length > 1) return undefined
  const isAmount = /^(?:number|integer)$/.test(type) && !property.unit.isYear
  const then = property.unit.isYear ? { phrase: '' } : whenOf(filling, property, place)
  if (isAmount && !then) return undefined
  // A value that is no amount may have its year elsewhere.
  const when = { phrase: '', ...then, ...(!isAmount && { year: undefined }) }
  const number = subject && isAmount && (await askNumber(filling, wanted, { subject, place, when }))
  if (number) return number
  for await (const candidate of askProperty(filling, property, {
    ...{ subject, when },
    wantsTruth: type === 'boolean',
  })) {
    const filled = readLeaf(filling.ledger, candidate, wanted, at)
    if (filled) return filled
  }
  return undefined
}

/** The name or the day that a record gives. */
function readRecord(
  filling: Filling,
  { branch, type, property }: Wanted,
  { pointer: at }: Place,
): MaybeFilled {
  if (allowedValues(branch)) return undefined
  const { format } = branch
  const day = dayInRecord(filling, property)
  if (type === 'string' && day && (format === undefined || format === 'date'))
    return { value: day.day, fields: [{ pointer: at, evidence: day.evidence }] }
  const { names, values } = inRole(filling, property) ?? { names: [], values: [] }
  if (type !== 'string' || format !== undefined || names.length !== 1) return undefined
  const evidence = values.flatMap(one => one.evidence)
  return { value: names[0], fields: [{ pointer: at, evidence }] }
}

/** Asks for the year of the values beside it. */
const ASKED_YEAR = /^(?:(?:fiscal|calendar) )?year$/

/** A value that is known without a question: the summary, the subject's name, its rank. */
function givenBy(filling: Filling, { branch, type, property }: Wanted, place: Place): MaybeFilled {
  const { summary, subjects } = filling
  const { pointer: at, names, subject, isSubject, listed } = place
  const isFree = type === 'string' && !allowedValues(branch) && branch['format'] === undefined
  const role = roleOf(property)
  const fields = listed ? [{ pointer: at, evidence: listed.evidence }] : []
  const when = whenOf(filling, { ...property, name: '', gist: '' }, place)?.year
  if (when !== undefined && ASKED_YEAR.test(property.name) && type !== 'string')
    return { value: when, fields }
  if (role === 'rank' && listed?.position !== undefined && /^(?:integer|number)$/.test(type))
    return { value: listed.position, fields }
  if (isFree && names.length === 0 && subject && listed) return { value: subject.name, fields }
  if (isFree && role === 'summary' && (!subject || subjects.length < 2)) {
    const { maxLength } = branch
    const textOfFirst = (count: number) =>
      summary
        .slice(0, count)
        .map(({ text }) => text)
        .join(' ')
    let count = summary.length
    while (typeof maxLength === 'number' && textOfFirst(count).length > maxLength) count--
    if (count === 0) return undefined
    const evidence = [...new Set(summary.slice(0, count).flatMap(one => one.evidence))]
    return { value: textOfFirst(count), fields: [{ pointer: at, evidence }] }
  }
  const isName = role === 'subject' && property.gist === '' && subject && isSubject
  return isFree && isName ? { value: subject.name, fields } : undefined
}

/** The words of the input that the schema does not ask for. */
function topicsOf(input: string, schema: JsonObject): ReadonlySet<string> {
  const said = propertyNames(schema).map(wordsOfName).join(' ')
  return contentStems(input.replace(REQUEST, '')).difference(contentStems(said))
}

function keyOf(text: string): string {
  return words(text)
    .map(({ folded }) => folded)
    .join(' ')
}

/** The address of a page, or what a property of a source asks for instead. */
function pageOf(evidence: readonly Evidence[], { pointer: at, names }: Place): MaybeFilled {
  const { url, title, publishedOn } = evidence[0]?.passage ?? {}
  const word =
    wordsOfName(names.at(-1) ?? '')
      .split(' ')
      .at(-1) ?? ''
  const isTitle = /^(?:title|name)$/.test(word)
  const value = isTitle ? title : /date|published/.test(word) ? publishedOn : url
  return value === undefined ? undefined : { value, fields: [{ pointer: at, evidence }] }
}
