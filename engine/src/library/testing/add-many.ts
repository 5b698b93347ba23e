import { openLibrary } from '../open-library.ts'

/** Run as a process of its own, to be killed while it adds: tells when each part of it is made. */
const [path = '', documents = '0'] = process.argv.slice(2)

function* manyDocuments() {
  for (let index = 0; index < Number(documents); index++) {
    if (index % 1_000 === 0) process.stdout.write(`${index}\n`)
    yield {
      url: `https://many.example/${index}`,
      title: `Document ${index}`,
      text: `Lake ${index} is deep. `.repeat(60),
    }
  }
}

openLibrary(path).add(manyDocuments())
