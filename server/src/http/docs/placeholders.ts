import { exitCodes } from '@footnote/cli/errors/exit-codes'
import { COUNTRY_CODES, LANGUAGE_CODES } from '@footnote/contract/codes'
import {
  effortsTable,
  errorsTable,
  limitsTable,
  markdownTable,
  toolsTable as paidToolsTable,
  pricesTable,
  refundsTable,
  statesTable,
} from '@footnote/contract/document-tables'
import { type GuideTopic, guide, guideText } from '@footnote/contract/guide'
import { limits } from '@footnote/contract/limits'
import { type OperationName, operations } from '@footnote/contract/operations'
import { prices } from '@footnote/contract/prices'
import { pages } from '@footnote/contract/site/pages'
import { usdText } from '@footnote/contract/usd-text'
import { describeTools } from '@footnote/mcp/tools'
import { packagePath } from '../downloads.ts'
import type { Packages } from '../keep-packages.ts'

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

export interface Surroundings {
  readonly baseUrl: string
  readonly hasWebsite: boolean
  /** The sources that the service covers, one sentence each. */
  readonly sources: readonly string[]
  readonly packages: Packages
}

/**
 * Fills in a page's placeholders, so that no figure is written twice. An unknown one throws, so the
 * service does not start with an incomplete page.
 */
export function fillPlaceholders(text: string, surroundings: Surroundings): string {
  return text.replace(PLACEHOLDER, (_, name: string) => {
    const value = resolve(name, surroundings)
    if (value === undefined) throw new Error(`unknown placeholder {{${name}}}`)
    return value
  })
}

function resolve(
  name: string,
  { baseUrl, hasWebsite, sources, packages }: Surroundings,
): string | undefined {
  const [kind, ...rest] = name.split(':')
  const argument = rest.join(':')
  switch (kind) {
    case 'base_url':
      return baseUrl
    // The packages that npm installs.
    case 'sdk_package':
      return baseUrl + packagePath(packages, 'sdk')
    case 'cli_package':
      return baseUrl + packagePath(packages, 'cli')
    case 'mcpb_package':
      return baseUrl + packagePath(packages, 'mcpb')
    case 'cursor_link':
      return `cursor://anysphere.cursor-deeplink/mcp/install?name=footnote&config=${base64(mcpServer(baseUrl))}`
    case 'vscode_link':
      return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'footnote', ...mcpServer(baseUrl) }))}`
    case 'python_package':
      return baseUrl + packagePath(packages, 'wheel')
    // Node has a module for each.
    case 'http_module':
      return new URL(baseUrl).protocol === 'https:' ? 'node:https' : 'node:http'
    case 'getting_a_key':
      return hasWebsite
        ? `Create a key under [Access](${pages.access}) and recharge your [wallet](${pages.wallet}). If you started the service yourself, you can also use the key printed at its first start.`
        : 'Ask the operator of this service for an API key and wallet credit.'
    case 'prices':
      return pricesTable()
    case 'paid_tools':
      return paidToolsTable()
    case 'efforts':
      return effortsTable()
    case 'limits':
      return limitsTable()
    case 'states':
      return statesTable()
    case 'errors':
      return errorsTable()
    case 'refunds':
      return refundsTable()
    case 'sources':
      return sources.map(source => `- ${source}`).join('\n')
    case 'tools':
      return toolsTable()
    case 'exit_codes':
      return exitCodesTable()
    case 'countries':
      return listed(COUNTRY_CODES)
    case 'languages':
      return listed(LANGUAGE_CODES)
    case 'price':
      return priceText(argument)
    case 'limit':
      return limitText(argument)
    case 'guide':
      return argument in guide ? guideText(argument as GuideTopic) : undefined
    case 'operation':
      return argument in operations ? operationLink(argument as OperationName) : undefined
    default:
      return undefined
  }
}

/** `answer`, or a tool and its effort: `research:deep`. */
function priceText(argument: string): string | undefined {
  const found = prices.find(
    ({ tool, effort }) => argument === (effort === null ? tool : `${tool}:${effort}`),
  )
  // A no-break space keeps an amount and its currency together.
  return found && `${usdText(found.costUnits)}\u00a0USD`
}

/** `queryCharacters`, or one of several: `pollSeconds.shortest`. */
function limitText(argument: string): string | undefined {
  const found = argument
    .split('.')
    .reduce<unknown>(
      (value, part) => (value as Record<string, unknown> | undefined)?.[part],
      limits,
    )
  return typeof found === 'number' ? found.toLocaleString('en-US') : undefined
}

function operationLink(name: OperationName): string {
  const { method, path } = operations[name]
  return `[\`${method} ${path}\`](/docs/reference#${name})`
}

function listed(words: ReadonlySet<string>): string {
  return [...words].map(word => `\`${word}\``).join(', ')
}

/** Replaces the sentence on prices in a tool's description with the tool's own. */
function toolsTable(): string {
  const rows = describeTools().map(({ name, description }) => [`\`${name}\``, description])
  return markdownTable(['Tool', 'What it does'], rows)
}

function exitCodesTable(): string {
  const exits = Map.groupBy(Object.entries(exitCodes), ([, exit]) => exit)
  const rows = [...exits].map(([exit, entries]) => [
    String(exit),
    entries.map(([code]) => `\`${code}\``).join(', '),
  ])
  return markdownTable(
    ['Exit code', 'What happened'],
    [['0', 'it worked'], ['1', 'something unexpected'], ...rows],
  )
}

function mcpServer(baseUrl: string): object {
  return { type: 'http', url: `${baseUrl}/mcp` }
}

function base64(value: object): string {
  return encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'))
}
