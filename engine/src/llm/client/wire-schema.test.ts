import Type from 'typebox'
import { expect, it } from 'vitest'
import { wireSchema } from './wire-schema.ts'

it('is as strict grammars want it: all required, nothing else, no limits on text', () => {
  const shape = Type.Object({
    list: Type.Array(Type.Object({ n: Type.Integer({ minimum: 1 }) }), { maxItems: 3 }),
    word: Type.Optional(Type.String({ maxLength: 5, pattern: '^a' })),
    kind: Type.Union([Type.Literal('a'), Type.Literal('b')]),
  })
  expect(wireSchema(shape)).toEqual({
    type: 'object',
    properties: {
      list: {
        type: 'array',
        maxItems: 3,
        items: {
          type: 'object',
          properties: { n: { type: 'integer', minimum: 1 } },
          required: ['n'],
          additionalProperties: false,
        },
      },
      word: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      kind: {
        anyOf: [
          { type: 'string', const: 'a' },
          { type: 'string', const: 'b' },
        ],
      },
    },
    required: ['list', 'word', 'kind'],
    additionalProperties: false,
  })
})
