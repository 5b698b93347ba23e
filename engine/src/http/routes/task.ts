import type { FastifyRequest } from 'fastify'
import type { Runs } from '../../runs/open-runs.ts'
import { taskBody } from '../response-bodies.ts'
import { taskNotFound } from '../wire-error.ts'

export function createTask(runs: Runs) {
  return async (request: FastifyRequest): Promise<object> => {
    const { taskId } = request.params as { taskId: string }
    const run = await runs.find(taskId)
    if (!run) throw taskNotFound()
    return taskBody(run)
  }
}
