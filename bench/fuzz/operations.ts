import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** An operation of the API, as its OpenAPI document describes it. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** Bodies of the document's examples. */
  readonly bodies: readonly unknown[]
  /** For each documented status the validators of its media types. */
  readonly replies: ReadonlyMap<number, ReadonlyMap<string, ValidateFunction | undefined>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly example: string | number
}

interface Media {
  readonly schema?: object
  readonly examples?: Record<string, { value: unknown }>
}

interface Document {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        parameters?: readonly { $ref: string }[]
        requestBody?: { content: Record<string, Media> }
        responses: Record<string, { content?: Record<string, Media> }>
      }
    >
  >
  readonly components: { readonly parameters: Record<string, Parameter> }
}

/** Reads every operation of an OpenAPI document. */
export function readOperations(document: Document): Operation[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'api')
  const compile = ({ schema }: Media) =>
    schema && ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')))
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: (operation.parameters ?? []).flatMap(
        ({ $ref }) => document.components.parameters[$ref.split('/').at(-1) ?? ''] ?? [],
      ),
      bodies: Object.values(operation.requestBody?.content ?? {}).flatMap(({ examples = {} }) =>
        Object.values(examples).map(({ value }) => value),
      ),
      replies: new Map(
        Object.entries(operation.responses).map(([status, { content = {} }]) => [
          Number(status),
          new Map(Object.entries(content).map(([type, media]) => [type, compile(media)])),
        ]),
      ),
    })),
  )
}
