import { answerMain } from '../../answer-main.ts'
import { readPages } from './read-pages.ts'
import { runAtOnce } from './run-at-once.ts'

/** The engine's side of a measurement, in a process that does nothing else. */
answerMain({ readPages, runAtOnce })
