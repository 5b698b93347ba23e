import type { JsonObject } from '@footnote/contract/json-object'
import type { FieldEvidence } from './prove-values.ts'
import {
  allowedValues,
  type Branch,
  branchesOf,
  isForced,
  propertiesOf,
  typesOf,
} from './schema.ts'

/** A value for a place in the caller's schema, with the evidence of each single value in it. */
export interface FilledPart {
  readonly value: unknown
  readonly fields: readonly FieldEvidence[]
}

export type MaybeFilled = FilledPart | undefined

/** One of the types that a place may have. */
export interface Alternative {
  readonly branch: Branch
  readonly type: string
}

/** Finds an author's values. A method returns undefined if there is none. */
export interface Filler<Place> {
  /** Returns whether to try a type at a place. */
  fits?(alternative: Alternative, place: Place): boolean
  property(
    property: { readonly name: string; readonly part: unknown },
    parent: Place,
    beside: ReadonlyMap<string, FilledPart>,
  ): Promise<MaybeFilled>
  /** Returns whether a property depends on the properties beside it. */
  isLast(name: string, parent: Place): boolean
  list(branch: Branch, place: Place): Promise<MaybeFilled>
  leaf(alternative: Alternative, place: Place): Promise<MaybeFilled>
}

export type FillPart<Place> = (part: unknown, place: Place) => Promise<MaybeFilled>

const MOST_STEPS = 20_000

/**
 * Walks the caller's schema and fills each place with the first alternative that has a value, null last.
 * Without a value, a place fails, and so does everything around it up to a place that may be null or
 * left out.
 */
export function createFill<Place>(schema: JsonObject, filler: Filler<Place>): FillPart<Place> {
  let steps = 0

  return async function fill(part, place) {
    const branches = branchesOf(schema, part)
    for (const branch of branches) {
      for (const type of typesOf(branch)) {
        steps += 1
        if (steps > MOST_STEPS) return undefined
        if (filler.fits?.({ branch, type }, place) === false) continue
        const [forced] = allowedValues(branch) ?? []
        const isGiven = type === 'null' || (forced !== undefined && isForced(branches, forced))
        const filled = isGiven
          ? { value: type === 'null' ? null : forced, fields: [] }
          : await fillType({ branch, type }, place)
        if (filled) return filled
      }
    }
    return undefined
  }

  async function fillType({ branch, type }: Alternative, place: Place): Promise<MaybeFilled> {
    if (type === 'object') return await fillObject(branch, place)
    if (type === 'array') return await filler.list(branch, place)
    return await filler.leaf({ branch, type }, place)
  }

  async function fillObject(branch: Branch, place: Place): Promise<MaybeFilled> {
    const { required } = branch
    const entries = Object.entries(propertiesOf(branch))
    const isLast = ([name]: readonly [string, unknown]) => Number(filler.isLast(name, place))
    const filled = new Map<string, FilledPart>()
    for (const [name, part] of entries.toSorted((one, other) => isLast(one) - isLast(other))) {
      const own = await filler.property({ name, part }, place, filled)
      if (own) filled.set(name, own)
      else if (!Array.isArray(required) || required.includes(name)) return undefined
    }
    const parts = entries.flatMap(([name]) => {
      const own = filled.get(name)
      return own ? [[name, own] as const] : []
    })
    return {
      value: Object.fromEntries(parts.map(([name, { value }]) => [name, value])),
      fields: parts.flatMap(([, { fields }]) => fields),
    }
  }
}
