import { Billing, ErrorResponse, Output, RefundedBilling } from '@footnote/contract/responses'

interface SharedObject {
  readonly id: string
  readonly title: string
  readonly schema: object
}

/** Objects that several bodies carry, described once. */
export const sharedObjects: readonly SharedObject[] = [
  { id: 'object-billing', title: 'Billing', schema: Billing },
  { id: 'object-output', title: 'Output', schema: Output },
  { id: 'object-error', title: 'Error', schema: ErrorResponse },
  { id: 'object-refund', title: 'Refund', schema: RefundedBilling },
]

export function objectOf(schema: object): SharedObject | undefined {
  // By text, since TypeBox copies a schema that becomes optional.
  const text = JSON.stringify(schema)
  return sharedObjects.find(shared => JSON.stringify(shared.schema) === text)
}
