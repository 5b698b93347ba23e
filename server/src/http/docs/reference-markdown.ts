import {
  formatsTable,
  limitsTable,
  markdownTable,
  statesTable,
} from '@footnote/contract/document-tables'
import { guide, guideText } from '@footnote/contract/guide'
import {
  OPERATION_GROUPS,
  type OperationGroup,
  operationEntries,
  operationGroup,
} from '@footnote/contract/operations'
import { headers } from '@footnote/contract/parameters'
import { fieldsMarkdown, sharedObjects } from './fields-markdown.ts'
import { operationMarkdown } from './operation-markdown.ts'

/** Builds the reference of the whole API from the contract's tables. */
export function referenceMarkdown(baseUrl: string): string {
  return [
    '# API reference',
    'Every operation, field, limit and format of version 1, generated from the tables the service runs on.',
    `The base URL is \`${baseUrl}\`. The same reference for programs is [openapi.json](/openapi.json), in OpenAPI 3.1.`,
    `## ${guide.authentication.title}`,
    guideText('authentication'),
    ...OPERATION_GROUPS.map(group => groupMarkdown(baseUrl, group)),
    '## Shared objects',
    ...sharedObjects.map(
      ({ title, schema }) => `### ${title}\n\n${fieldsMarkdown(schema, 'response')}`,
    ),
    '## Response headers',
    markdownTable(
      ['Header', 'Meaning'],
      Object.entries(headers).map(([name, { description }]) => [`\`${name}\``, description]),
    ),
    '## Limits',
    'A character is a Unicode code point.',
    limitsTable(),
    '## Formats',
    'Each format and the strings it allows.',
    formatsTable(),
  ].join('\n\n')
}

/** Ids of headings that differ from their text. */
export function referenceIds(): ReadonlyMap<string, string> {
  return new Map([
    ...operationEntries().map(([name, { summary }]) => [summary, name] as const),
    ...sharedObjects.map(({ title, id }) => [title, id] as const),
  ])
}

function groupMarkdown(baseUrl: string, group: OperationGroup): string {
  const own = operationEntries().filter(([, operation]) => operationGroup(operation) === group)
  return [
    `## ${group}`,
    ...(group === 'Background tasks'
      ? [
          'See [background tasks](/docs/background-tasks) for how to use them. A task’s state never goes backwards:',
          statesTable(),
        ]
      : []),
    ...own.map(([name, operation]) => operationMarkdown(baseUrl, name, operation)),
  ].join('\n\n')
}
