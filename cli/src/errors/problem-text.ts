import type { Problem } from '@footnote/contract/problem'
import { inOptions } from '../commands/option-names.ts'
import type { RequestField } from '../commands/request-fields.ts'

const QUESTIONS = ['query', 'input']
const SCHEMA = 'output_schema'

/** What is wrong with a request, in the words of the command line instead of the wire's. */
export function problemText({ path, message }: Problem, fields: readonly RequestField[]): string {
  return `${place(members(path), fields)} ${inOptions(message)}`
}

function place(path: readonly string[], fields: readonly RequestField[]): string {
  const [first] = path
  if (first === undefined) return 'The request'
  if (QUESTIONS.includes(first)) return 'The question'
  if (first === SCHEMA) {
    const inside = path.slice(1)
    return inside.length === 0 ? '--schema' : `--schema at /${inside.join('/')}`
  }
  const field = fields.find(({ path: own }) => own.every((name, index) => path[index] === name))
  if (!field) return `/${path.join('/')}`
  const position = path[field.path.length]
  const flag = field.option.long ?? ''
  return position === undefined ? flag : `${flag} number ${Number(position) + 1}`
}

function members(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(member => member.replaceAll('~1', '/').replaceAll('~0', '~'))
}
