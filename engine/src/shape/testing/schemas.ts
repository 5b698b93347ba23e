/** A closed object with these properties, all of them required. */
export function objectOf(properties: Readonly<Record<string, unknown>>) {
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties),
    properties,
  }
}

export const text = { type: 'string' }
export const number = { type: 'number' }
export const whole = { type: 'integer' }
export const listOf = (items: unknown) => ({ type: 'array', items })
