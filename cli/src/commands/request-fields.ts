import type { JsonObject } from '@footnote/contract/json-object'
import { type Command, Option } from 'commander'
import { inOptions, optionName } from './option-names.ts'
import type { OutputOptions } from './output-options.ts'

/** A member of a request that is an option of its command. */
export interface RequestField {
  /** Path of its value in the body. */
  readonly path: readonly string[]
  readonly option: Option
}

/** Values of a command's options, by commander's names. */
export interface RequestValues extends OutputOptions {
  readonly [name: string]: unknown
}

/** The part of a contract schema that is read here. */
interface Property {
  readonly type?: string
  readonly description?: string
  readonly default?: string
  readonly enum?: readonly string[]
  readonly required?: readonly string[]
  readonly properties?: object
}

/** Research always runs in the background here, so that Ctrl-C never loses a report. */
const DECIDED_HERE = ['background']

/**
 * Lists the optional members of a request as options, with the contract's descriptions. Nested
 * members, such as the source controls, are listed beside the others.
 */
export function requestFields(
  { properties = {}, required = [] }: Property,
  parents: readonly string[] = [],
): RequestField[] {
  return Object.entries(properties).flatMap(([name, property]: [string, Property]) => {
    const path = [...parents, name]
    if (required.includes(name) || DECIDED_HERE.includes(name)) return []
    if (property.type === 'object') return requestFields(property, path)
    return [{ path, option: toOption(name, property) }]
  })
}

/** Returns the contract's description of a member. */
export function describeProperty({ properties = {} }: Property, name: string): string {
  const found = Object.entries(properties).find(([own]) => own === name)
  return (found?.[1] as Property | undefined)?.description ?? ''
}

function toOption(name: string, property: Property): Option {
  const isList = property.type === 'array'
  const flag = optionName(name)
  const value = isList ? 'domain' : flag
  const description = inOptions(property.description ?? '')
  const option = new Option(
    `--${flag} <${value}>`,
    isList ? `${description} You can repeat this option.` : description,
  )
  if (property.enum) option.choices([...property.enum])
  if (property.default !== undefined) option.default(property.default)
  if (isList) {
    option.argParser((next: string, earlier: readonly string[] = []) => [...earlier, next])
  }
  return option
}

export function addRequestOptions(command: Command, fields: readonly RequestField[]): void {
  for (const { option } of fields) command.addOption(option)
}

/** Builds the part of the body that comes from the options. */
export function requestOf(fields: readonly RequestField[], values: RequestValues): JsonObject {
  const request: Record<string, unknown> = {}
  for (const { path, option } of fields) {
    const value = values[option.attributeName()]
    if (value === undefined) continue
    const [name = '', member] = path
    request[name] =
      member === undefined ? value : { ...(request[name] as object | undefined), [member]: value }
  }
  return request
}
