import { isJsonObject, type JsonObject } from './json-object.ts'
import { findSchemaProblems } from './output-schema.ts'
import { type Problem, pointer } from './problem.ts'

/**
 * The rules between fields, which no JSON Schema of ours expresses. They run on bodies that may
 * have failed the schema too, so that one answer lists everything that is wrong.
 */
export type RequestRules = (body: JsonObject) => Problem[]

export const answerRules: RequestRules = body => findDomainConflicts(body, '')

export const researchRules: RequestRules = body => {
  const controls = body['source_control']
  const schema = body['output_schema']
  const problems = isJsonObject(controls) ? findDomainConflicts(controls, '/source_control') : []
  if (schema === undefined) return problems
  if (body['research_effort'] === 'lite') {
    problems.push({ path: '/output_schema', message: 'is not supported with research_effort lite' })
  }
  if (isJsonObject(schema)) {
    problems.push(...findSchemaProblems(schema, '/output_schema'))
  }
  return problems
}

export const noRules: RequestRules = () => []

function findDomainConflicts(controls: JsonObject, path: string): Problem[] {
  if (!isFilled(controls['include_domains'])) return []
  return ['exclude_domains', 'boost_domains']
    .filter(name => isFilled(controls[name]))
    .map(name => ({
      path: pointer(path, 'include_domains'),
      message: `cannot be combined with ${name}`,
    }))
}

/** An empty list counts as absent. */
function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0
}
