/** Examples to start from: plain values, and a list of objects. */
export const SCHEMA_EXAMPLES = [
  {
    name: 'Example: facts',
    text: asText({
      type: 'object',
      properties: {
        capital: { type: 'string', description: 'Capital of the country' },
        population: { type: 'integer', description: 'Population of the country' },
      },
      required: ['capital', 'population'],
      additionalProperties: false,
    }),
  },
  {
    name: 'Example: list',
    text: asText({
      type: 'object',
      properties: {
        findings: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              claim: { type: 'string', description: 'One sentence' },
              year: { type: ['integer', 'null'], description: 'The year it is about, if any' },
            },
            required: ['claim', 'year'],
            additionalProperties: false,
          },
        },
      },
      required: ['findings'],
      additionalProperties: false,
    }),
  },
] as const

function asText(schema: object): string {
  return JSON.stringify(schema, undefined, 2)
}
