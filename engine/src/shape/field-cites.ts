import { pointer } from '@footnote/contract/problem'
import type { Cite, FieldCites, Filled } from './filling.ts'

/** A value with what each of its parts rests on: where that is not known, on all of it. */
export function withFields({ value, cites, fields }: Filled, at: string): Required<Filled> {
  return { value, cites, fields: fields ?? fieldsOf(value, { at, cites }) }
}

/** The fields of a list of which each item rests on cites of its own. */
export function itemFields(
  items: readonly { readonly value: unknown; readonly cites: readonly Cite[] }[],
  at: string,
): FieldCites[] {
  return items.flatMap(({ value, cites }, index) =>
    fieldsOf(value, { at: pointer(at, index), cites }),
  )
}

function fieldsOf(
  value: unknown,
  { at, cites }: { readonly at: string; readonly cites: readonly Cite[] },
): FieldCites[] {
  if (value === null || value === undefined || cites.length === 0) return []
  if (typeof value !== 'object') return [{ pointer: at, cites }]
  return Object.entries(value).flatMap(([name, member]) =>
    fieldsOf(member, { at: pointer(at, name), cites }),
  )
}
