import { availableParallelism } from 'node:os'
import { InvalidArgumentError } from 'commander'
import { parseDate } from '../extract/parse-date.ts'
import { languageTag } from '../text/language-tag.ts'

const MOST_JOBS = 32

export function parseBase(written: string): string {
  if (!/^https?:\/\//i.test(written) || !URL.canParse(written)) {
    throw new InvalidArgumentError('It must begin with https:// or http://.')
  }
  return new URL(written).href
}

export function parseDay(written: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(written) ? parseDate(written) : undefined
  if (!day) throw new InvalidArgumentError('It must be a day that has been, as YYYY-MM-DD.')
  return day
}

export function parseLanguage(written: string): string {
  const tag = languageTag(written)
  if (!tag) throw new InvalidArgumentError('It must be a tag such as en or zh-hant.')
  return tag
}

export function addCountry(written: string, before: readonly string[] = []): string[] {
  const codes = written.toUpperCase().split(',')
  if (!codes.every(code => /^[A-Z]{2}$/.test(code))) {
    throw new InvalidArgumentError('It must be a code of two letters, such as GB.')
  }
  return [...new Set([...before, ...codes])]
}

export function parseJobs(written: string): number {
  const jobs = Number(written)
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > MOST_JOBS) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_JOBS}.`)
  }
  return jobs
}

/** One processor is left to the index. */
export function defaultJobs(): number {
  return Math.min(4, Math.max(1, availableParallelism() - 1))
}
