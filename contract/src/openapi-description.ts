import { formatsTable, limitsTable, pricesTable, statesTable } from './document-tables.ts'
import { type GuideTopic, guide, guideText } from './guide.ts'

/** Text that this document adds to a guide topic. */
const additions: Partial<Record<GuideTopic, () => string>> = {
  billing: pricesTable,
  tasks: statesTable,
  errors: () =>
    'A request that matches no operation gets 404 `NOT_FOUND`, or 405 `METHOD_NOT_ALLOWED` with an `Allow` header.',
}

/** The guide, the prices, the limits and the formats as CommonMark. */
export function openApiDescription(): string {
  const topics = Object.keys(guide) as GuideTopic[]
  return [
    ...topics.map(sectionText),
    `## Limits\n\nA character is a Unicode code point.\n\n${limitsTable()}`,
    `## Formats\n\nBeside the formats of JSON Schema, strings name these as their \`format\`:\n\n${formatsTable()}`,
  ].join('\n\n')
}

function sectionText(topic: GuideTopic): string {
  const parts = [`## ${guide[topic].title}`, guideText(topic), additions[topic]?.()]
  return parts.filter(Boolean).join('\n\n')
}
