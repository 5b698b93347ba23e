import { openOutside } from '../../commands/open-outside.ts'
import { runEngine } from '../../commands/run-engine.ts'
import { readEngineConfig } from '../../config.ts'
import { startEngine } from '../../engine.ts'
import { openLibrary } from '../../library/open-library.ts'
import { openReader } from '../../reader/open-reader.ts'
import { createLibrarySource } from '../../search/library-source.ts'
import { createAuthor } from '../../with-fallback.ts'
import { createResearch } from '../create-research.ts'

/** The engine as a process of its own, with an empty library and all that its settings name. */
const config = readEngineConfig(process.env)
const outside = await openOutside(config.outside)
const source = createLibrarySource(openLibrary(':memory:'))
const reader = await openReader({ threads: 1 })
const research = createResearch({
  source,
  author: createAuthor({ reader, model: outside.model }),
  now: () => new Date(),
  finders: outside.finders,
})
await runEngine(config, { start: log => startEngine(config, { log, research }) })
await outside.close()
await reader.close()
