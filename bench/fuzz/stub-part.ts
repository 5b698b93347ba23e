import { answerWell, startStubUpstream } from '../../server/src/testing/stubs/stub-upstream.ts'
import { answerMain } from '../answer-main.ts'

/** An upstream that answers every call of the wire, and keeps none of them. */
const stub = await startStubUpstream(request => {
  stub.requests.length = 0
  return answerWell(request)
})

answerMain({ listen: () => stub.url }, { close: () => stub.close() })
