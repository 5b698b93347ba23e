import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { askEngine, type EngineRequest } from './scene/ask-engine.ts'

const FILE = join(import.meta.dirname, '../web/src/pages/home/recorded-examples.json')

/** Questions shown on the home page; no source answers the last one. */
const REQUESTS = {
  answer: {
    path: '/api/v1/answer',
    body: { query: 'Which country has the longest coastline?' },
  },
  research: {
    path: '/api/v1/research',
    body: {
      input: 'Compare the GDP per capita, public debt and inflation of Chile, Peru and Uruguay.',
      research_effort: 'standard',
    },
  },
  structured: {
    path: '/api/v1/research',
    body: {
      input: 'What are the capital, the population and the median age of Norway and Iceland?',
      research_effort: 'standard',
      output_schema: objectOf({
        countries: {
          type: 'array',
          items: objectOf({
            name: { type: 'string' },
            capital: { type: 'string' },
            population: { type: 'integer' },
            median_age: { type: 'number' },
          }),
        },
      }),
    },
  },
  refused: {
    path: '/api/v1/answer',
    body: { query: 'Why does Bolivia have two capitals?' },
  },
} as const satisfies Record<string, EngineRequest>

function objectOf(properties: Readonly<Record<string, object>>) {
  const required = Object.keys(properties)
  return { type: 'object', properties, required, additionalProperties: false }
}

const replies = await askEngine(REQUESTS)
const recorded = Object.entries(REQUESTS).map(([name, { path, body }]) => {
  const reply = replies[name as keyof typeof REQUESTS]
  return [name, { path, request: body, status: reply.status, response: reply.body }]
})
const recordedOn = new Date().toISOString().slice(0, 10)
await writeFile(FILE, JSON.stringify({ recordedOn, ...Object.fromEntries(recorded) }, null, 2))
await promisify(execFile)('npx', ['biome', 'format', '--write', FILE])
process.stdout.write(`The examples of the home page are recorded in ${FILE}\n`)
