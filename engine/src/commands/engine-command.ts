import type { Command } from 'commander'
import { type EngineConfig, readEngineConfig } from '../config.ts'
import type { Engine } from '../engine.ts'
import { libraryPath } from './library-path.ts'
import { makeLibraryFile } from './make-library-file.ts'
import { runEngine } from './run-engine.ts'

export function addEngineCommand(program: Command): void {
  program
    .command('engine')
    .description('Run the research engine alone; settings come from the environment')
    .action(serveEngine)
}

async function serveEngine(): Promise<void> {
  const config = readEngineConfig(process.env)
  // Loaded only here: other commands start much sooner without them.
  const [
    { startEngine },
    { createResearch },
    { openLibrary },
    { ensureStarter },
    { createLibrarySource },
    { openOutside },
  ] = await Promise.all([
    import('../engine.ts'),
    import('../pipeline/create-research.ts'),
    import('../library/open-library.ts'),
    import('../starter/ensure-starter.ts'),
    import('../search/library-source.ts'),
    import('./open-outside.ts'),
  ])
  const path = libraryPath(process.env)
  makeLibraryFile(path)
  const library = openLibrary(path)
  const outside = await openOutside(config.outside)
  try {
    const source = createLibrarySource(library)
    const research = createResearch({ source, now: () => new Date(), ...outside })
    await runEngine(config, {
      start(log) {
        const { added } = ensureStarter(library)
        if (added > 0) log.info({ documents: added }, 'the starter library is indexed')
        const { names } = outside
        if (names.length > 0) log.info({ names }, 'the engine asks beyond its library')
        return startEngine(config, { log, research })
      },
      onReady: engine => process.stdout.write(`${howToUse(engine, config)}\n`),
    })
  } finally {
    await outside.close()
    library.close()
  }
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
    `  FOOTNOTE_UPSTREAM_URL=${url} FOOTNOTE_UPSTREAM_KEY="${key}" npm start`,
  ].join('\n')
}
