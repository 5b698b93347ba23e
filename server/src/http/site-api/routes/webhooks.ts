import { siteLimits } from '@footnote/contract/site/limits'
import { ApiError } from '../../../api-error.ts'
import {
  listDeliveries,
  type Posting,
  postTest,
  replayDelivery,
} from '../../../webhooks/deliveries.ts'
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  type Owned,
  rotateSecret,
  switchEndpoint,
} from '../../../webhooks/endpoints.ts'
import { invalid } from '../../validate-body.ts'
import type { SiteCall, SiteRoutes } from '../site-route.ts'

type WebhookRoutes = Pick<
  SiteRoutes,
  | 'webhooks'
  | 'create_webhook'
  | 'switch_webhook'
  | 'rotate_webhook'
  | 'delete_webhook'
  | 'test_webhook'
  | 'webhook_deliveries'
  | 'replay_delivery'
>

const mostOpen = siteLimits.openWebhookDeliveries

export const webhookRoutes: WebhookRoutes = {
  webhooks: async ({ database }, { member: { accountId } }) => {
    const endpoints = await listEndpoints(database, accountId)
    return {
      endpoints: endpoints.map(
        ({ id, events, created_at, previous_until, disabled_at, ...rest }) => ({
          ...rest,
          endpoint_id: id,
          events: [...events],
          created_at: created_at.toISOString(),
          previous_until: previous_until?.toISOString() ?? null,
          disabled_at: disabled_at?.toISOString() ?? null,
        }),
      ),
    }
  },

  create_webhook: async ({ database, webhooks: { seal } }, { member: { accountId }, body }) => {
    const most = siteLimits.webhooks
    const created = await createEndpoint({ database, seal }, { accountId, ...body, most })
    if (!created) {
      throw invalid('INVALID_REQUEST', [
        { path: '/url', message: `would exceed ${most} webhooks; delete one first` },
      ])
    }
    return { endpoint_id: created.id, secret: created.secret }
  },

  switch_webhook: async ({ database }, call) => {
    const isOn = call.body.is_on
    requireFound(await switchEndpoint(database, { ...ownedBy(call), isOn }))
    return { status: 'done' }
  },

  rotate_webhook: async ({ database, webhooks: { seal } }, call) => {
    const owned = ownedBy(call)
    const secret = await rotateSecret({ database, seal }, owned)
    if (secret === undefined) throw notFound()
    return { endpoint_id: owned.endpointId, secret }
  },

  delete_webhook: async ({ database }, call) => {
    requireFound(await deleteEndpoint(database, ownedBy(call)))
    return { status: 'done' }
  },

  test_webhook: async ({ database }, call) => {
    requirePosted(await postTest(database, { ...ownedBy(call), mostOpen }))
    return { status: 'done' }
  },

  webhook_deliveries: async ({ database }, call) => {
    const most = siteLimits.webhookDeliveries
    const deliveries = await listDeliveries(database, { ...ownedBy(call), most })
    if (!deliveries) throw notFound()
    return {
      deliveries: deliveries.map(({ id, created_at, next_try_at, delivered_at, ...rest }) => ({
        ...rest,
        delivery_id: id,
        created_at: created_at.toISOString(),
        next_try_at: next_try_at?.toISOString() ?? null,
        delivered_at: delivered_at?.toISOString() ?? null,
      })),
    }
  },

  replay_delivery: async ({ database }, call) => {
    const deliveryId = call.params['delivery_id'] ?? ''
    requirePosted(await replayDelivery(database, { ...ownedBy(call), deliveryId, mostOpen }))
    return { status: 'done' }
  },
}

function ownedBy({
  member: { accountId },
  params,
}: Pick<SiteCall<'webhooks'>, 'member' | 'params'>): Owned {
  return { accountId, endpointId: params['endpoint_id'] ?? '' }
}

function requireFound(isFound: boolean): void {
  if (!isFound) throw notFound()
}

function requirePosted(posting: Posting): void {
  if (posting === 'not_found') throw notFound()
  if (posting === 'too_many') {
    throw new ApiError('TOO_MANY_ATTEMPTS', {
      message: `This webhook already has ${mostOpen} deliveries on their way. Wait until your server has taken some, then try again.`,
    })
  }
}

function notFound(): ApiError {
  return new ApiError('NOT_FOUND', {
    message:
      'Your account has no such webhook, or it is switched off. Reload the page to see your webhooks.',
  })
}
