import { isJsonObject, type JsonObject } from './json-object.ts'
import { type Problem, pointer } from './problem.ts'

interface Range {
  readonly least: number
  readonly most: number
  readonly isOpenBelow: boolean
  readonly isOpenAbove: boolean
}

/** Tolerance for multiples, which are found by inexact division. */
const ROUNDING = 1e-9
const SIZE_LIMITS = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const

/**
 * Finds bounds that no value can meet. Such a call would always fail, so it is refused before it is
 * charged. A contradiction is refused even if null or another type would pass, since it is a mistake
 * there too. Contradictions between several schemas are not checked.
 */
export function findBoundProblems(schema: JsonObject, path: string): Problem[] {
  const problems: Problem[] = []
  const report = (keyword: string, message: string) =>
    problems.push({ path: pointer(path, keyword), message })
  const range = rangeOf(schema)
  const { isOpenBelow, isOpenAbove } = range
  const lower = isOpenBelow ? 'exclusiveMinimum' : 'minimum'
  const upper = isOpenAbove ? 'exclusiveMaximum' : 'maximum'
  const isOpen = isOpenBelow || isOpenAbove
  if (range.least > range.most || (range.least === range.most && isOpen)) {
    report(lower, isOpen ? `must be less than ${upper}` : `must not be greater than ${upper}`)
  } else if (isOnlyInteger(schema) && !hasMultiple(range, 1)) {
    const end = isOpenAbove ? 'below' : 'up to'
    report(lower, `must allow at least one integer ${end} ${upper}`)
  } else if (isPositive(schema['multipleOf']) && !hasMultiple(range, schema['multipleOf'])) {
    report('multipleOf', 'must have at least one multiple within the bounds')
  }
  for (const [least, most] of SIZE_LIMITS) {
    if (numberOr(schema[least], 0) > numberOr(schema[most], Number.POSITIVE_INFINITY)) {
      report(least, `must not be greater than ${most}`)
    }
  }
  const { properties, minProperties } = schema
  if (isJsonObject(properties) && schema['additionalProperties'] === false) {
    const count = Object.keys(properties).length
    if (!('patternProperties' in schema) && numberOr(minProperties, 0) > count) {
      report('minProperties', 'must not be greater than the number of properties')
    }
    if (numberOr(schema['maxProperties'], count) < count) {
      report('maxProperties', 'must not be less than the number of required properties')
    }
  }
  problems.push(...findChoiceProblems(schema, range, path))
  return problems
}

function findChoiceProblems(schema: JsonObject, range: Range, path: string): Problem[] {
  const { enum: choices } = schema
  const hasConst = Object.hasOwn(schema, 'const')
  if (Array.isArray(choices)) {
    const message = 'must include at least one value that the rest of the schema allows'
    const isMet = choices.some(choice => allows(schema, range, choice))
    if (!isMet) return [{ path: pointer(path, 'enum'), message }]
  }
  if (hasConst && !allows(schema, range, schema['const'])) {
    return [
      {
        path: pointer(path, 'const'),
        message: 'must be a value that the rest of the schema allows',
      },
    ]
  }
  return []
}

function allows(schema: JsonObject, range: Range, value: unknown): boolean {
  const types = typesOf(schema)
  if (types.length > 0 && !types.some(type => isOfType(value, type))) return false
  if (typeof value === 'number') {
    const { least, most, isOpenBelow, isOpenAbove } = range
    const isAbove = isOpenBelow ? value > least : value >= least
    return isAbove && (isOpenAbove ? value < most : value <= most)
  }
  if (typeof value === 'string') return isWithin(schema, [...value].length, 'Length')
  return Array.isArray(value) ? isWithin(schema, value.length, 'Items') : true
}

function isWithin(schema: JsonObject, size: number, what: 'Length' | 'Items'): boolean {
  const most = numberOr(schema[`max${what}`], Number.POSITIVE_INFINITY)
  return size >= numberOr(schema[`min${what}`], 0) && size <= most
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isJsonObject(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type
    default:
      // Unknown type names are checked elsewhere.
      return true
  }
}

function typesOf({ type, nullable }: JsonObject): readonly unknown[] {
  if (type === undefined) return []
  return [...(Array.isArray(type) ? type : [type]), ...(nullable === true ? ['null'] : [])]
}

function rangeOf(schema: JsonObject): Range {
  const minimum = numberOr(schema['minimum'], Number.NEGATIVE_INFINITY)
  const maximum = numberOr(schema['maximum'], Number.POSITIVE_INFINITY)
  const above = numberOr(schema['exclusiveMinimum'], Number.NEGATIVE_INFINITY)
  const below = numberOr(schema['exclusiveMaximum'], Number.POSITIVE_INFINITY)
  return {
    least: Math.max(minimum, above),
    most: Math.min(maximum, below),
    isOpenBelow: above >= minimum && above !== Number.NEGATIVE_INFINITY,
    isOpenAbove: below <= maximum && below !== Number.POSITIVE_INFINITY,
  }
}

/** Lenient where rounding leaves doubt: a schema that some value can meet is never refused. */
function hasMultiple({ least, most, isOpenBelow, isOpenAbove }: Range, step: number): boolean {
  const [low, high] = [least / step, most / step]
  if (!Number.isFinite(low) || !Number.isFinite(high)) return true
  const first = Math.ceil(low - tolerance(low))
  const last = Math.floor(high + tolerance(high))
  const isFirstOut = isOpenBelow && first * step === least
  const isLastOut = isOpenAbove && last * step === most
  return last - (isLastOut ? 1 : 0) >= first + (isFirstOut ? 1 : 0)
}

function tolerance(quotient: number): number {
  return Number.isInteger(quotient) ? 0 : ROUNDING * Math.max(1, Math.abs(quotient))
}

function isOnlyInteger(schema: JsonObject): boolean {
  const types = typesOf(schema).filter(type => type !== 'null')
  return types.length > 0 && types.every(type => type === 'integer')
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
