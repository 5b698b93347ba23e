import { openReader } from '../open-reader.ts'
import type { Reader, Reading } from '../reader.ts'

let opened: Promise<Reader> | undefined

/** The shipped model, loaded once for all tests of a process. It reads each passage once for a question. */
export function sharedReader(): Promise<Reader> {
  opened ??= openReader({ threads: 1 }).then(remembering)
  return opened
}

function remembering(reader: Reader): Reader {
  const readings = new Map<string, Reading>()
  return {
    ...reader,
    async read(question, passages, options) {
      const keyed = passages.map(passage => ({ passage, key: JSON.stringify([question, passage]) }))
      const unread = keyed.filter(({ key }) => !readings.has(key))
      const found = await reader.read(
        question,
        unread.map(({ passage }) => passage),
        options,
      )
      for (const [place, reading] of found.entries()) {
        readings.set(unread[place]?.key ?? '', reading)
      }
      return keyed.map(({ key }) => readings.get(key) as Reading)
    },
  }
}
