import { engineSettings } from '@footnote/platform/engine-settings'
import { describeFault, type Log, onceASecond } from '@footnote/platform/log'
import { type Environment, findUnknownSettings } from '@footnote/platform/settings'
import type { Command } from 'commander'
import { type EngineConfig, readEngineConfig } from '../config.ts'
import type { Engine } from '../engine.ts'
import type { Reader } from '../reader/reader.ts'
import { factsPath, libraryPath, openStore } from './library-path.ts'
import type { OpenOutside } from './open-outside.ts'
import { runEngine } from './run-engine.ts'
import { writeOut } from './terminal.ts'

export function addEngineCommand(program: Command): void {
  const engine = program
    .command('engine')
    .description('Run the research engine alone; settings come from the environment')
    .action(serveEngine)
  engine
    .command('check')
    .description('Ask each search service, model and source that is configured whether it works')
    .action(checkOutside)
}

async function checkOutside(): Promise<void> {
  const { outside: config } = readEngineConfig(process.env)
  const { openOutside, probeOutside } = await import('./open-outside.ts')
  const outside = await openOutside(config, { isToRead: false })
  try {
    const probes = await probeOutside(outside)
    const lines = probes.map(({ name, isGood, note }) => `${isGood ? '✓' : '✗'} ${name}: ${note}`)
    if (lines.length === 0) lines.push('The engine asks nobody beyond its library.')
    lines.push(...remarkOnSettings(process.env).map(remark => `! ${remark}`))
    await writeOut(`${lines.join('\n')}\n`)
    if (probes.some(({ isGood }) => !isGood)) process.exitCode = 1
  } finally {
    await outside.close()
  }
}

async function serveEngine(): Promise<void> {
  const config = readEngineConfig(process.env)
  // Other commands start much faster without these.
  const [
    { startEngine },
    { createResearch },
    { addProfiles },
    { coveredSources },
    { installFacts },
    { openFacts },
    { openCompanyStore },
    { catchUpOrRefuse, createLibrarySource },
    { openOutside },
    { openReader },
    { createAuthor },
    { createPages },
    { openMonitoring },
    { ENGINE_STEPS, outcomeOf },
  ] = await Promise.all([
    import('../engine.ts'),
    import('../pipeline/create-research.ts'),
    import('../facts/profile-documents.ts'),
    import('../facts/covered-sources.ts'),
    import('../facts/install-facts.ts'),
    import('../facts/open-facts.ts'),
    import('../finance/company-store.ts'),
    import('../search/library-source.ts'),
    import('./open-outside.ts'),
    import('../reader/open-reader.ts'),
    import('../with-fallback.ts'),
    import('../web/create-pages.ts'),
    import('@footnote/platform/monitoring/open-monitoring'),
    import('../monitoring/engine-steps.ts'),
  ])
  const path = libraryPath(process.env)
  const resources = new AsyncDisposableStack()
  try {
    await runEngine(config, {
      async start(log) {
        for (const remark of remarkOnSettings(process.env)) log.warn(remark)
        const store = await openStore(process.env, { log })
        resources.defer(() => store.close())
        const { isNew } = installFacts(factsPath(path))
        if (isNew) log.info('the facts are unpacked')
        const facts = openFacts(factsPath(path))
        resources.defer(() => facts.close())
        const { added } = await addProfiles(store, facts)
        if (added > 0) log.info({ documents: added }, 'the profiles of countries are indexed')
        const monitoring = await openMonitoring(config, {
          ...{ serviceName: 'footnote-engine', steps: ENGINE_STEPS, outcomeOf, log, resources },
        })
        const onFault = onceASecond((fault, message) => log.warn(fault, message))
        const outside = await openOutside(config.outside, {
          onFault: fault => onFault(fault, 'a service beyond the library could not be used'),
          observation: monitoring.observation,
        })
        resources.defer(() => outside.close())
        const asks = namesOf(outside)
        if (asks.length > 0) log.info({ asks }, 'the engine asks beyond its library')
        const reader = await openReader()
        resources.defer(() => reader.close())
        reportReader(reader, log)
        const library = store.index
        const catchUp = catchUpOrRefuse(store, error =>
          onFault(describeFault(error), 'the library could not be brought up to date'),
        )
        const source = createLibrarySource(library, catchUp)
        const companies = openCompanyStore(facts)
        const research = createResearch({
          source,
          author: createAuthor({ reader, facts, companies, model: outside.model }),
          now: () => new Date(),
          finders: outside.finders,
          companies,
        })
        const sources = async () => {
          await catchUp()
          return coveredSources(library, facts)
        }
        const pages = createPages({ library, catchUp, ...outside, now: () => new Date() })
        const engine = await startEngine(config, { log, research, pages, sources, monitoring })
        setImmediate(() => companies.warm())
        return engine
      },
      onReady: engine => process.stdout.write(`${howToUse(engine, config)}\n`),
    })
  } finally {
    await resources.disposeAsync()
  }
}

/** Reports the runtime, because the WASM build is several times slower. */
function reportReader({ runtime, reason, threads }: Reader, log: Log): void {
  if (runtime === 'native') log.info({ threads }, 'the reading model is loaded')
  else log.warn({ threads, reason }, 'the reading model runs in WASM, several times slower')
}

function namesOf({ services, edgar, model }: OpenOutside): string[] {
  return [
    ...services.map(({ name }) => name),
    ...(edgar ? ['EDGAR'] : []),
    ...(model ? ['model'] : []),
  ]
}

function howToUse({ url }: Engine, { apiKey, keyFile }: EngineConfig): string {
  const key = apiKey === undefined ? `$(cat ${keyFile})` : '$FOOTNOTE_ENGINE_KEY'
  return [
    `The Footnote engine is ready at ${url}. Ask it:`,
    '',
    `  curl -s ${url}/v1/answer -H "X-API-Key: ${key}" \\`,
    `    -d '{"query": "What is the capital of Bolivia?"}'`,
    '',
    'Or let a Footnote service ask it:',
    '',
    `  FOOTNOTE_UPSTREAM_URL=${url} FOOTNOTE_UPSTREAM_KEY="${key}" FOOTNOTE_WEBSITE=off npm start`,
  ].join('\n')
}

/** Three letters identify a setting's family: SEARX_URL is the engine's, TASK_LIFETIME the service's. */
const FAMILY_CHARACTERS = 'FOOTNOTE_'.length + 3
/** Services with a default address, which need only a key. */
const KEYED = engineSettings
  .filter(({ name, fallback }) => name.endsWith('_URL') && fallback !== '')
  .map(({ name }) => name.replace(/_URL$/, ''))

/** Lists likely mistakes in the engine's settings that stop nothing, by name and never by value. */
export function remarkOnSettings(env: Environment): string[] {
  const known = engineSettings.map(({ name }) => name)
  const families = new Set(known.map(familyOf))
  const misspelt = findUnknownSettings(env, known).filter(name => families.has(familyOf(name)))
  const keyless = KEYED.filter(name => env[`${name}_URL`]?.trim() && !env[`${name}_KEY`]?.trim())
  return [
    ...misspelt.map(name => `${name} is not a setting of Footnote; is it misspelt?`),
    ...keyless.map(name => `${name}_URL is set, but is not asked without ${name}_KEY`),
  ]
}

/** Returns the family of a setting: the environment may also hold the service's settings. */
function familyOf(name: string): string {
  return name.slice(0, FAMILY_CHARACTERS)
}
