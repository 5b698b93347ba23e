import type { Owned } from '../../../webhooks/endpoints.ts'
import { manageWebhooks } from '../../../webhooks/manage-webhooks.ts'
import type { SiteCall, SiteRoutes } from '../site-route.ts'

type WebhookRoutes = Pick<
  SiteRoutes,
  | 'list_webhooks'
  | 'create_webhook'
  | 'update_webhook'
  | 'rotate_webhook'
  | 'delete_webhook'
  | 'test_webhook'
  | 'list_deliveries'
  | 'replay_delivery'
>

export const webhookRoutes: WebhookRoutes = {
  list_webhooks: (deps, { member: { accountId } }) => manageWebhooks.list(deps, accountId),
  create_webhook: (deps, { member: author, body }) =>
    manageWebhooks.create(deps, { ...body, author }),
  update_webhook: (deps, call) => manageWebhooks.update(deps, { ...call.body, ...authored(call) }),
  rotate_webhook: (deps, call) => manageWebhooks.rotate(deps, authored(call)),
  delete_webhook: (deps, call) => manageWebhooks.remove(deps, authored(call)),
  test_webhook: (deps, call) => manageWebhooks.test(deps, ownedBy(call)),
  list_deliveries: (deps, call) => manageWebhooks.deliveries(deps, ownedBy(call)),
  replay_delivery: (deps, call) =>
    manageWebhooks.replay(deps, {
      ...ownedBy(call),
      deliveryId: call.params['delivery_id'] ?? '',
    }),
}

function authored({ member, params }: Pick<SiteCall<'list_webhooks'>, 'member' | 'params'>) {
  return { author: member, endpointId: params['webhook_id'] ?? '' }
}

function ownedBy({
  member: { accountId },
  params,
}: Pick<SiteCall<'list_webhooks'>, 'member' | 'params'>): Owned {
  return { accountId, endpointId: params['webhook_id'] ?? '' }
}
