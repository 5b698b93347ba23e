import { join } from 'node:path'
import { installFacts } from '../../../engine/src/facts/install-facts.ts'
import { openFacts } from '../../../engine/src/facts/open-facts.ts'
import { addProfiles } from '../../../engine/src/facts/profile-documents.ts'
import { openCompanyStore } from '../../../engine/src/finance/company-store.ts'
import { createFileStore } from '../../../engine/src/library/library-store.ts'
import { openLibrary } from '../../../engine/src/library/open-library.ts'
import { createResearch } from '../../../engine/src/pipeline/create-research.ts'
import type { Reader } from '../../../engine/src/reader/reader.ts'
import { NoResult, type ResearchRequest } from '../../../engine/src/research.ts'
import { createLibrarySource } from '../../../engine/src/search/library-source.ts'
import { createAuthor } from '../../../engine/src/with-fallback.ts'
import { withTemporaryFolder } from '../with-temporary-folder.ts'
import data from './schemas.json' with { type: 'json' }

/** A schema in short: `integer?` may be null, `a|b` is an enum, `[…]` a list. All properties are required. */
type Short = string | readonly Short[] | { readonly [name: string]: Short }

/** A pattern of a text, a number, or null if the sources have no value. */
type Expected =
  | string
  | number
  | boolean
  | null
  | readonly Expected[]
  | { readonly [name: string]: Expected }

interface Schema {
  readonly input: string
  readonly kind?: ResearchRequest['kind']
  readonly schema: Short
  readonly expected: Expected
}

export type Verdict = 'right' | 'absent' | 'wrong'

export interface FilledField {
  readonly input: string
  readonly pointer: string
  readonly verdict: Verdict
  readonly value: unknown
}

/** Numbers are given in other units at most rounded to this share. */
const SLACK = 0.001

/** Fills schemas from the shipped facts without a language model, and judges every value. */
export async function measureFill(reader: Reader): Promise<FilledField[]> {
  return await withTemporaryFolder(async folder => {
    const library = openLibrary(join(folder, 'library.db'))
    installFacts(join(folder, 'facts.db'))
    const facts = openFacts(join(folder, 'facts.db'))
    await addProfiles(createFileStore(library), facts)
    const research = createResearch({
      source: createLibrarySource(library),
      author: createAuthor({ reader, facts }),
      companies: openCompanyStore(facts),
      now: () => new Date(),
    })
    const fields: FilledField[] = []
    for (const { input, kind = 'research', schema, expected } of data as readonly Schema[]) {
      const request = { kind, input, effort: 'standard', sources: {} } as const
      const content = await research(
        { ...request, outputSchema: { ...toSchema(schema) } },
        {},
      ).then(
        result => result.content,
        error => {
          if (error instanceof NoResult) return undefined
          throw error
        },
      )
      fields.push(...judge(content, expected, '').map(one => ({ input, ...one })))
    }
    facts.close()
    library.close()
    return fields
  })
}

function toSchema(short: Short): object {
  if (Array.isArray(short)) return { type: 'array', items: toSchema(short[0]) }
  if (typeof short === 'object') {
    const properties = Object.fromEntries(
      Object.entries(short).map(([name, part]) => [name, toSchema(part)]),
    )
    return {
      type: 'object',
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
    }
  }
  if (short.includes('|')) return { type: 'string', enum: short.split('|') }
  const name = short.replace('?', '')
  const type = name === 'date' ? 'string' : name
  return {
    type: short.endsWith('?') ? [type, 'null'] : type,
    ...(name === 'date' && { format: 'date' }),
  }
}

function judge(value: unknown, expected: Expected, pointer: string): Omit<FilledField, 'input'>[] {
  if (typeof expected === 'object' && expected !== null) {
    const own = (value ?? {}) as Readonly<Record<string, unknown>>
    return Object.entries(expected).flatMap(([name, part]) =>
      judge(own[name], part, `${pointer}/${name}`),
    )
  }
  const isAbsent = value === undefined || value === null
  const isRight = expected === null ? isAbsent : !isAbsent && isSame(value, expected)
  return [{ pointer, value, verdict: isRight ? 'right' : isAbsent ? 'absent' : 'wrong' }]
}

function isSame(value: unknown, expected: string | number | boolean): boolean {
  if (typeof expected === 'string') return new RegExp(expected, 'i').test(String(value))
  if (typeof expected === 'boolean') return value === expected
  return Math.abs(Number(value) - expected) <= SLACK * Math.abs(expected)
}
