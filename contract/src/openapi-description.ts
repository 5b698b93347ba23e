import { formats } from './formats.ts'
import { type GuideTopic, guide, guideSection } from './guide.ts'
import { limitRows } from './limit-rows.ts'
import { prices } from './prices.ts'
import { TASK_STATES } from './responses.ts'
import { taskStateMeanings } from './task-state-meanings.ts'
import { usdText } from './usd-text.ts'

const tables: Partial<Record<GuideTopic, () => string>> = {
  billing: pricesTable,
  tasks: () =>
    markdownTable(
      ['State', 'Meaning'],
      TASK_STATES.map(state => [state, taskStateMeanings[state].meaning]),
    ),
}

/** The guide, the prices, the limits and the formats as CommonMark. */
export function openApiDescription(): string {
  const topics = Object.keys(guide) as GuideTopic[]
  return [...topics.map(sectionText), limitsText(), formatsText()].join('\n\n')
}

function sectionText(topic: GuideTopic): string {
  const { title, paragraphs, list = [] } = guideSection(topic)
  const bullets = list.map(item => `- ${item}`).join('\n')
  return [`## ${title}`, ...paragraphs, bullets, tables[topic]?.()].filter(Boolean).join('\n\n')
}

function pricesTable(): string {
  return markdownTable(
    ['Tool', 'Effort', 'USD per call'],
    prices.map(({ tool, effort, costUnits }) => [tool, effort ?? '', usdText(costUnits)]),
  )
}

function limitsText(): string {
  const rows = limitRows().map(({ limit, value }) => [limit, value])
  return `## Limits\n\n${markdownTable(['Limit', 'Value'], rows)}`
}

function formatsText(): string {
  const rows = Object.entries(formats).map(([name, { message }]) => [`\`${name}\``, message])
  return `## Formats\n\nBeside the formats of JSON Schema, strings name these as their \`format\`:\n\n${markdownTable(['Format', 'The value'], rows)}`
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  // In CommonMark a bare <word> would count as HTML and vanish.
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replace(/[|<]/g, '\\$&')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
