import { describeFault, type Log, onceASecond } from '@footnote/platform/log'
import { openMonitoring } from '@footnote/platform/monitoring/open-monitoring'
import { type EngineConfig, readEngineConfig } from '../config.ts'
import { type Engine, startEngine } from '../engine.ts'
import { coveredSources } from '../facts/covered-sources.ts'
import { installFacts } from '../facts/install-facts.ts'
import { openFacts } from '../facts/open-facts.ts'
import { addProfiles } from '../facts/profile-documents.ts'
import { openCompanyStore } from '../finance/company-store.ts'
import { ENGINE_STEPS, outcomeOf } from '../monitoring/engine-metrics.ts'
import { createResearch } from '../pipeline/create-research.ts'
import { openReader } from '../reader/open-reader.ts'
import type { Reader } from '../reader/reader.ts'
import { catchUpOrRefuse, createLibrarySource } from '../search/library-source.ts'
import { createPages } from '../web/create-pages.ts'
import { createAuthor } from '../with-fallback.ts'
import { factsPath, libraryPath, openStore } from './library-path.ts'
import { openOutside } from './open-outside.ts'
import { remarkOnSettings } from './remark-on-settings.ts'
import { runEngine } from './run-engine.ts'

export async function serveEngine(): Promise<void> {
  const config = readEngineConfig(process.env)
  const path = libraryPath(process.env)
  await using resources = new AsyncDisposableStack()
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
      const { services, edgar, model } = outside
      const asks = [...services.map(({ name }) => name), edgar && 'EDGAR', model && 'model']
      if (asks.some(Boolean))
        log.info({ asks: asks.filter(Boolean) }, 'the engine asks beyond its library')
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
        author: createAuthor({ reader, facts, companies, model }),
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
}

/** Reports the runtime, because the WASM build is several times slower. */
function reportReader({ runtime, reason, threads }: Reader, log: Log): void {
  if (runtime === 'native') log.info({ threads }, 'the reading model is loaded')
  else log.warn({ threads, reason }, 'the reading model runs in WASM, several times slower')
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
