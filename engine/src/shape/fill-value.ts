import type { JsonObject } from '@footnote/contract/json-object'
import { NoResult } from '../research.ts'
import { withFields } from './field-cites.ts'
import { fillArray } from './fill-array.ts'
import { fillLeaf } from './fill-leaf.ts'
import { fillObject } from './fill-object.ts'
import { type Filled, type Filling, unsupported } from './filling.ts'
import type { Place } from './place.ts'
import type { Role } from './property-role.ts'
import { branchesOf, readSchema, typesOf } from './read-schema.ts'

export type FillValue = (
  filling: Filling,
  schema: unknown,
  at: { readonly place: Place; readonly role: Role },
) => Promise<Filled>

/** The first of the alternatives that the sources can fill; null comes last. */
export const fillValue: FillValue = async (filling, schema, at) => {
  let refusal: NoResult | undefined
  for (const branch of branchesOf(filling.schema, readSchema(filling.schema, schema))) {
    if ('const' in branch) return { value: branch['const'], cites: [] }
    for (const type of [...typesOf(branch), ...(allowsNull(branch) ? ['null'] : [])]) {
      filling.spend()
      try {
        return withFields(await fillType(filling, branch, { ...at, type }), at.place.pointer)
      } catch (error) {
        if (!(error instanceof NoResult)) throw error
        refusal ??= error
      }
    }
  }
  throw refusal ?? unsupported()
}

function fillType(
  filling: Filling,
  schema: JsonObject,
  { place, role, type }: { place: Place; role: Role; type: string },
): Promise<Filled> | Filled {
  switch (type) {
    case 'null':
      return { value: null, cites: [] }
    case 'object':
      return fillObject(filling, schema, { place, fillValue })
    case 'array':
      return fillArray(filling, schema, { place, role, fillValue })
    default:
      return fillLeaf(filling, schema, { place, role, type })
  }
}

function allowsNull({ enum: allowed, type }: JsonObject): boolean {
  return Array.isArray(allowed) && allowed.includes(null) && type === undefined
}
