import type { FastifyReply, FastifyRequest } from 'fastify'
import { readBody } from '../read-body.ts'
import { type FinanceBody, requestSchemas } from '../request-schemas.ts'
import { researchBody } from '../response-bodies.ts'
import type { RunCall } from '../run-call.ts'
import { fromFinance } from '../to-research-request.ts'
import { createValidateFields } from '../validate-fields.ts'

export function createFinanceResearch(runCall: RunCall) {
  const validate = createValidateFields(requestSchemas.finance)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const body = readBody(request)
    validate(body)
    return researchBody(await runCall(fromFinance(body as FinanceBody), reply))
  }
}
