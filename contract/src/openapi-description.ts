import { formatsTable, limitsTable, pricesTable, statesTable } from './document-tables.ts'
import { type GuideTopic, guide, guideText } from './guide.ts'

const tables: Partial<Record<GuideTopic, () => string>> = {
  billing: pricesTable,
  tasks: statesTable,
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
  const parts = [`## ${guide[topic].title}`, guideText(topic), tables[topic]?.()]
  return parts.filter(Boolean).join('\n\n')
}
