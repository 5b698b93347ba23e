import type { JsonObject } from '@footnote/contract/json-object'
import { type Model, models } from '@footnote/contract/models'
import { operations } from '@footnote/contract/operations'
import { toolEntry } from '@footnote/contract/tools'
import { ApiError } from '../../api-error.ts'
import type { Question } from './dialect.ts'
import { refuse } from './read-fields.ts'

export function findModel(id: unknown): Model {
  const model = models.find(one => one.id === id)
  if (model) return model
  const ids = models.map(one => one.id).join(', ')
  throw new ApiError('NOT_FOUND', {
    message: `There is no such model, so nothing was charged. Choose one of ${ids}.`,
  })
}

/** Builds the body of the API’s own request. It takes fields such as `source_control` from the caller’s. */
export function requestBody(
  { price: { tool, effort } }: Model,
  { text, schema }: Question,
  asked: JsonObject,
): JsonObject {
  const { question, takesSchema } = toolEntry(tool)
  if (schema !== undefined && !takesSchema) {
    throw refuse(
      '/model',
      'must be a research model other than research-lite to follow a JSON Schema',
    )
  }
  const fields = Object.keys(operations[tool].request.schema.properties)
  const own = fields.filter(name => name !== question.field && asked[name] !== undefined)
  return {
    ...Object.fromEntries(own.map(name => [name, asked[name]])),
    [question.field]: text,
    ...(effort && { research_effort: effort }),
    ...(schema !== undefined && { output_schema: schema }),
  }
}
