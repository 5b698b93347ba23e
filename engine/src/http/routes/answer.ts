import type { FastifyReply, FastifyRequest } from 'fastify'
import { readBody } from '../read-body.ts'
import { type AnswerBody, requestSchemas } from '../request-schemas.ts'
import { answerBody } from '../response-bodies.ts'
import type { RunCall } from '../run-call.ts'
import { fromAnswer } from '../to-research-request.ts'
import { createValidateFields } from '../validate-fields.ts'

export function createAnswer(runCall: RunCall) {
  const validate = createValidateFields(requestSchemas.answer)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const body = readBody(request)
    validate(body)
    return answerBody(await runCall(fromAnswer(body as AnswerBody), reply))
  }
}
