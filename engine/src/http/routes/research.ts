import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Runs } from '../../runs/open-runs.ts'
import { readBody } from '../read-body.ts'
import { readQueue } from '../read-queue.ts'
import { type ResearchBody, requestSchemas } from '../request-schemas.ts'
import { handleBody, researchBody } from '../response-bodies.ts'
import type { RunCall } from '../run-call.ts'
import { fromResearch } from '../to-research-request.ts'
import { createValidateFields } from '../validate-fields.ts'

export function createResearch(runCall: RunCall, runs: Runs) {
  const validate = createValidateFields(requestSchemas.research)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const body = readBody(request)
    validate(body)
    const { background } = body as ResearchBody
    const asked = fromResearch(body as ResearchBody)
    if (background) return handleBody(await runs.submit(asked, { queue: readQueue(request) }))
    return researchBody(await runCall(asked, reply))
  }
}
