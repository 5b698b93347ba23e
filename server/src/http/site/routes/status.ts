import type { SiteRoutes } from '../site-route.ts'

const unwritten = async (): Promise<never> => {
  throw new Error('not written yet')
}

export const statusRoutes: Pick<SiteRoutes, 'status'> = {
  status: unwritten,
}
