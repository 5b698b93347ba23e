import { answerMain } from '../../answer-main.ts'
import { readPages } from './read-pages.ts'
import { runAtOnce } from './run-at-once.ts'

/** Runs the engine's side of a measurement in a separate process. */
answerMain({ readPages, runAtOnce })
