import type { Company } from '../../search/company-fact.ts'
import type { DiscoverRequest } from '../../search/finder.ts'
import type { Span } from '../../text/span.ts'
import { type CompanyDirectory, createDirectory } from './company-directory.ts'
import { FINANCE_WORD } from './company-words.ts'
import { findNames } from './find-names.ts'
import { findNear } from './find-near.ts'
import { findTickers, hasExplicitTicker, type Mention } from './find-tickers.ts'

type Kind = DiscoverRequest['kind']

/** Limit on the characters of a question that are read. */
const MOST_CHARACTERS = 2_000
const MOST_COMPANIES = 6

/** A place where a text names a company. */
export interface CompanyMention extends Span {
  readonly company: Company
  /** Whether the name has a typo, so that another company may be meant. */
  readonly isUnsure?: boolean
}

const directories = new WeakMap<readonly Company[], CompanyDirectory>()

/** Finds mentions of known companies in a text, in order. */
export function findMentions(text: string, companies: readonly Company[]): CompanyMention[] {
  const directory = directories.get(companies) ?? createDirectory(companies)
  directories.set(companies, directory)
  const known = { isKnown: true }
  const names = findNames(text, directory, known)
  const tickers = findTickers(text, directory).filter(
    ({ start, end }) => !names.some(name => name.start < end && start < name.end),
  )
  const found = [...names, ...tickers]
  return [...found, ...findSlips(text, { directory, found, ...known })]
    .map(({ listing: { company }, start, end, isUnsure }) => ({
      ...{ company, start, end },
      ...(isUnsure && { isUnsure }),
    }))
    .sort((a, b) => a.start - b.start)
}

/** Returns whether the words of a question allow for companies at all. */
export function mayNameCompanies(question: string, kind: Kind): boolean {
  const read = question.slice(0, MOST_CHARACTERS)
  if (kind === 'finance') return /\p{L}/u.test(read)
  return hasExplicitTicker(read) || (FINANCE_WORD.test(read) && /\p{Lu}/u.test(read))
}

/**
 * Finds the companies that a question is about, in order. A finance question is assumed to be about
 * companies. In any other question, a name must be complete and beside a word of finance, or be written as
 * a ticker.
 */
export function findCompanies(
  question: string,
  {
    directory,
    kind,
    isOverview = false,
  }: {
    readonly directory: CompanyDirectory
    readonly kind: Kind
    /** True if the question asks for a subject as a whole, which needs no word of finance. */
    readonly isOverview?: boolean
  },
): Company[] {
  const read = question.slice(0, MOST_CHARACTERS)
  const tickers = findTickers(read, directory)
  const names = findNames(read, directory).filter(
    name =>
      !tickers.some(
        ({ isExplicit, start, end }) => isExplicit && start < name.end && name.start < end,
      ),
  )
  const isFinance = kind === 'finance'
  const mentions = [
    ...names,
    // A ticker inside a name is a piece of the name: "GE Vernova".
    ...tickers.filter(
      ({ start, end }) => !names.some(name => name.start < end && start < name.end),
    ),
  ]
    .filter(
      ({ isExplicit, isWhole }) =>
        isFinance || isExplicit || (isWhole && (isOverview || FINANCE_WORD.test(read))),
    )
    .sort((one, other) => one.start - other.start)
  const near = isFinance ? findSlips(read, { directory, found: mentions }) : []
  const found = new Map(
    [...mentions, ...near].map(({ listing: { company } }) => [company.cik, company]),
  )
  return [...found.values()].slice(0, MOST_COMPANIES)
}

/** Companies that go by a slip; beside companies that are named as they should be, capitals must tell it. */
function findSlips(
  text: string,
  {
    directory,
    found,
    isKnown = false,
  }: {
    readonly directory: CompanyDirectory
    readonly found: readonly Span[]
    readonly isKnown?: boolean
  },
): Mention[] {
  const near = findNear(text, directory, { isKnown })
  if (found.length === 0) return near
  return near.filter(
    ({ start, end, isUnsure }) =>
      isUnsure &&
      /^\p{Lu}/u.test(text.slice(start, end)) &&
      !found.some(one => one.start < end && start < one.end),
  )
}
