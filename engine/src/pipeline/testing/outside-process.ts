import { openOutside } from '../../commands/open-outside.ts'
import { runEngine } from '../../commands/run-engine.ts'
import { readEngineConfig } from '../../config.ts'
import { startEngine } from '../../engine.ts'
import { openLibrary } from '../../library/open-library.ts'
import { openReader } from '../../reader/open-reader.ts'
import { createLibrarySource } from '../../search/library-source.ts'
import { createPages } from '../../web/create-pages.ts'
import { createAuthor } from '../../with-fallback.ts'
import { createResearch } from '../create-research.ts'

/** The engine as a process of its own, with an empty library and all that its settings name. */
const config = readEngineConfig(process.env)
const outside = await openOutside(config.outside)
const library = openLibrary(':memory:')
const source = createLibrarySource(library)
const reader = await openReader({ threads: 1 })
const research = createResearch({
  source,
  author: createAuthor({ reader, model: outside.model }),
  now: () => new Date(),
  finders: outside.finders,
})
const pages = createPages({ library, ...outside, now: () => new Date() })
await runEngine(config, { start: log => startEngine(config, { log, research, pages }) })
await outside.close()
await reader.close()
