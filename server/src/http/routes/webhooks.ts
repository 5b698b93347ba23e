import type { webhookOperations } from '@footnote/contract/webhook-operations'
import type { CreateWebhookRequest, UpdateWebhookRequest } from '@footnote/contract/webhooks'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../api-error.ts'
import type { Caller } from '../../keys/authenticator.ts'
import type { Author } from '../../team/record-action.ts'
import type { Owned } from '../../webhooks/endpoints.ts'
import { manageWebhooks } from '../../webhooks/manage-webhooks.ts'
import type { KeyRoute } from '../route.ts'

/** The API's own routes for webhooks. A key that is limited to some tools may use none of them. */
export const webhookRoutes: Readonly<Record<keyof typeof webhookOperations, KeyRoute>> = {
  list_webhooks: (deps, caller) => manageWebhooks.list(deps, accountOf(caller)),
  create_webhook: (deps, caller, { body }, reply) => {
    reply.code(201)
    const wish = body as CreateWebhookRequest
    return manageWebhooks.create(deps, { ...wish, author: authorOf(caller) })
  },
  update_webhook: (deps, caller, request) => {
    const change = request.body as UpdateWebhookRequest
    return manageWebhooks.update(deps, { ...change, ...authored(caller, request) })
  },
  rotate_webhook: (deps, caller, request) => manageWebhooks.rotate(deps, authored(caller, request)),
  delete_webhook: (deps, caller, request) => manageWebhooks.remove(deps, authored(caller, request)),
  test_webhook: (deps, caller, request) => manageWebhooks.test(deps, ownedBy(caller, request)),
  list_deliveries: (deps, caller, request) =>
    manageWebhooks.deliveries(deps, ownedBy(caller, request)),
  list_events: (deps, caller) => manageWebhooks.events(deps, accountOf(caller)),
  replay_delivery: (deps, caller, request) => {
    const { delivery_id: deliveryId = '' } = request.params as Record<string, string>
    return manageWebhooks.replay(deps, { ...ownedBy(caller, request), deliveryId })
  },
}

function ownedBy(caller: Caller, { params }: FastifyRequest): Owned {
  const { webhook_id: endpointId = '' } = params as Record<string, string>
  return { accountId: accountOf(caller), endpointId }
}

function authored(caller: Caller, request: FastifyRequest) {
  return { author: authorOf(caller), endpointId: ownedBy(caller, request).endpointId }
}

function authorOf(caller: Caller): Author {
  return { accountId: accountOf(caller), keyId: caller.keyId }
}

function accountOf({ accountId, tools }: Caller): string {
  if (tools === null) return accountId
  throw new ApiError('INVALID_REQUEST', {
    message:
      'This API key is limited to some tools, so it may not manage webhooks. Use a key that may call every tool, or the Access page.',
  })
}
