import { ApiError } from '../../../api-error.ts'
import {
  deleteSharedReport,
  findSharedReport,
  listSharedReports,
  shareReport,
} from '../../../shares/shared-reports.ts'
import { sharedHeaders } from '../../pages/page-headers.ts'
import { requireId } from '../read-request.ts'
import type { SiteRoutes } from '../site-route.ts'

type ShareRoutes = Pick<
  SiteRoutes,
  'share_report' | 'shared_report' | 'shared_reports' | 'delete_shared'
>

export const shareRoutes: ShareRoutes = {
  share_report: ({ database }, { member: { accountId }, body }) =>
    shareReport(database, { accountId, sealed: Buffer.from(body.sealed, 'base64url') }),

  async shared_report({ database }, { params, reply }) {
    const found = await findSharedReport(database, requireId(params, 'share_id'))
    if (!found) throw new ApiError('NOT_FOUND')
    reply.headers(sharedHeaders)
    return {
      sealed: found.sealed.toString('base64url'),
      expires_at: found.expiresAt.toISOString(),
    }
  },

  shared_reports: async ({ database }, { member: { accountId } }) => ({
    shared: await listSharedReports(database, accountId),
  }),

  async delete_shared({ database }, { member: { accountId }, params }) {
    const id = requireId(params, 'share_id')
    if (!(await deleteSharedReport(database, { accountId, id }))) throw new ApiError('NOT_FOUND')
    return { status: 'done' }
  },
}
