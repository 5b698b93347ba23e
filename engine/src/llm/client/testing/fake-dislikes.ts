/** Request features that an endpoint may reject. */
export type FakeDislike =
  | 'max_tokens'
  | 'temperature'
  | 'system'
  | 'json_schema'
  | 'json_object'
  | 'schema'

type Body = Readonly<Record<string, unknown>>

/** The place of each in a request, and how endpoints word the refusal. */
export const DISLIKES: Readonly<
  Record<
    FakeDislike,
    { applies: (body: Body) => boolean; error: Readonly<Record<string, unknown>> }
  >
> = {
  max_tokens: {
    applies: body => 'max_tokens' in body,
    error: {
      message:
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      type: 'invalid_request_error',
      param: 'max_tokens',
      code: 'unsupported_parameter',
    },
  },
  temperature: {
    applies: body => 'temperature' in body,
    error: {
      message:
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
      type: 'invalid_request_error',
      param: 'temperature',
      code: 'unsupported_value',
    },
  },
  system: {
    applies: body => JSON.stringify(body['messages']).includes('"role":"system"'),
    error: { message: 'System role not supported', type: 'BadRequestError', code: 400 },
  },
  json_schema: {
    applies: body => JSON.stringify(body['response_format'] ?? '').includes('json_schema'),
    error: {
      message: "Invalid parameter: 'response_format' of type 'json_schema' is not supported.",
      param: 'response_format',
    },
  },
  json_object: {
    applies: body => JSON.stringify(body['response_format'] ?? '').includes('json_object'),
    error: { message: "'response_format.type' must be 'json_schema' or 'text'" },
  },
  schema: {
    applies: body => JSON.stringify(body['response_format'] ?? '').includes('json_schema'),
    error: {
      message: "Invalid schema for response_format 'fill': In context=(), something is missing.",
      type: 'invalid_request_error',
      param: 'response_format',
    },
  },
}
