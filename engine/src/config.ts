import { join } from 'node:path'
import { engineSettings } from '@footnote/platform/engine-settings'
import { readTracing } from '@footnote/platform/monitoring/open-tracing'
import { readMetricsAddress } from '@footnote/platform/monitoring/serve-metrics'
import { type Environment, readSettings, type SettingsReader } from '@footnote/platform/settings'
import ipaddr from 'ipaddr.js'

/** A shorter context holds none of our prompts. */
const LEAST_CONTEXT_TOKENS = 2_048
/** Characters that a request header accepts. */
const IN_A_HEADER = /^[\x20-\x7e]{1,2000}$/
const LONGEST_CONTACT = 180
/** A name may precede an e-mail address, as EDGAR prefers. */
const CONTACT = /^(?:[ -~]*[!-~]@[!-~]+|https?:\/\/[!-~]+)$/
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent']

/** The settings of the engine, read once at start. Times are milliseconds. */
export type EngineConfig = Readonly<ReturnType<typeof readEngineConfig>>

export function readEngineConfig(env: Environment) {
  return readSettings(engineSettings, env, reader => {
    const dataDir = reader.text('FOOTNOTE_DATA_DIR')
    return {
      port: reader.wholeNumber('FOOTNOTE_ENGINE_PORT', 0, 65_535),
      host: reader.text('FOOTNOTE_ENGINE_HOST'),
      apiKey: reader.optional('FOOTNOTE_ENGINE_KEY'),
      // Holds the key that the first start creates if none is set.
      keyFile: join(dataDir, 'engine-key'),
      dataDir,
      databaseUrl: reader.postgresUrl('FOOTNOTE_ENGINE_DATABASE_URL'),
      // If undefined, the folder beside the data folder.
      keysDir: reader.optional('FOOTNOTE_ENGINE_KEYS_DIR'),
      callsAtOnce: reader.wholeNumber('FOOTNOTE_ENGINE_CALLS', 1, 1_000),
      runsAtOnce: reader.wholeNumber('FOOTNOTE_ENGINE_RUNS', 1, 100),
      leaseMs: reader.milliseconds('FOOTNOTE_ENGINE_LEASE_SECONDS', 0.1, 3_600),
      drainMs: reader.milliseconds('FOOTNOTE_DRAIN_SECONDS', 0, 3_600),
      logLevel: reader.oneOf('FOOTNOTE_LOG_LEVEL', LOG_LEVELS),
      metrics: readMetricsAddress(reader, 'FOOTNOTE_ENGINE_METRICS_PORT'),
      tracing: readTracing(env),
      outside: readOutside(reader),
    }
  })
}

/** Services beyond the library. Without any, the engine asks nobody. */
export type OutsideConfig = Readonly<ReturnType<typeof readOutside>>

function readOutside(reader: SettingsReader) {
  const contact = reader.optional('FOOTNOTE_CONTACT')
  if (contact !== undefined && (contact.length > LONGEST_CONTACT || !CONTACT.test(contact))) {
    reader.refuse('FOOTNOTE_CONTACT must be an e-mail address or a page, in plain letters')
  }
  const searxng = reader.url('FOOTNOTE_SEARXNG_URL')
  const wikipedia = reader.url('FOOTNOTE_WIKIPEDIA_URL')
  const edgar = reader.url('FOOTNOTE_EDGAR_URL')
  if (edgar !== undefined && contact === undefined) {
    reader.refuse('FOOTNOTE_EDGAR_URL needs FOOTNOTE_CONTACT: EDGAR wants to know who asks')
  }
  const endpoint = readEndpoint(reader, 'FOOTNOTE_LLM')
  return {
    contact,
    searxng: searxng === undefined ? undefined : { url: searxng },
    brave: readKeyed(reader, 'FOOTNOTE_BRAVE'),
    you: readKeyed(reader, 'FOOTNOTE_YOU'),
    wikipedia: wikipedia === undefined ? undefined : { url: wikipedia },
    edgar: edgar === undefined || contact === undefined ? undefined : { url: edgar, contact },
    networks: readNetworks(reader),
    model: endpoint && {
      ...endpoint,
      // If undefined, the endpoint is asked.
      contextTokens:
        reader.optional('FOOTNOTE_LLM_CONTEXT_TOKENS') === undefined
          ? undefined
          : reader.wholeNumber('FOOTNOTE_LLM_CONTEXT_TOKENS', LEAST_CONTEXT_TOKENS, 10_000_000),
      parallel: reader.wholeNumber('FOOTNOTE_LLM_PARALLEL', 1, 1_000),
    },
  }
}

/** Reads a service with a default address, which its key switches on. */
function readKeyed(reader: SettingsReader, prefix: string) {
  const apiKey = readKey(reader, prefix)
  const url = reader.url(`${prefix}_URL`)
  return apiKey === undefined || url === undefined ? undefined : { url, apiKey }
}

function readEndpoint(reader: SettingsReader, prefix: string) {
  const url = reader.url(`${prefix}_URL`)
  const model = reader.optional(`${prefix}_MODEL`)
  const apiKey = readKey(reader, prefix)
  if (url !== undefined && model !== undefined) return { url, model, apiKey }
  if (url !== undefined || model !== undefined) {
    reader.refuse(`${prefix}_URL and ${prefix}_MODEL must be set together`)
  }
  return undefined
}

function readKey(reader: SettingsReader, prefix: string): string | undefined {
  const key = reader.optional(`${prefix}_KEY`)
  if (key !== undefined && !IN_A_HEADER.test(key)) {
    reader.refuse(`${prefix}_KEY must be one line of plain letters, digits and signs`)
  }
  return key
}

/** Private networks that pages may be fetched from. */
function readNetworks(reader: SettingsReader): string[] {
  const networks = reader
    .text('FOOTNOTE_FETCH_NETWORKS')
    .split(/[\s,]+/)
    .filter(network => network !== '')
  if (!networks.every(network => ipaddr.isValidCIDR(network))) {
    reader.refuse('FOOTNOTE_FETCH_NETWORKS must be networks such as 10.0.0.0/8, between commas')
  }
  return networks
}
