/** To start from: one that shows lists of objects, and one of plain values. */
export const SCHEMA_EXAMPLES = [
  {
    name: 'One set of facts',
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
    name: 'A list of findings',
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
