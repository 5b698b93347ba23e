import type { BrowserContextOptions, Page } from 'playwright-core'
import { joinWebsite, type TestMember } from '../../server/src/testing/scenes/join-website.ts'
import type { WebsiteScene } from './describe-website.ts'
import { type Life, liveIn } from './live-in.ts'
import { makeOperator } from './make-operator.ts'
import { cookiesOf, openMember } from './open-member.ts'
import type { Viewer } from './show-page.ts'

export const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 375, height: 812 } }

export interface Viewers extends Readonly<Record<Exclude<Viewer, 'visitor'>, TestMember>> {
  /** The regular viewer's history. */
  readonly life: Life
}

/** One browser state per kind of viewer. */
export async function joinViewers({ site }: WebsiteScene): Promise<Viewers> {
  const newcomer = await joinWebsite(site)
  const regular = await joinWebsite(site)
  const operator = await joinWebsite(site)
  await makeOperator(site.database, operator.accountId)
  const { accountId } = regular
  const life = await liveIn(site.database, { accountId, origin: site.url })
  return { newcomer, regular, operator, life }
}

export async function openAs(
  scene: WebsiteScene,
  viewers: Viewers,
  viewer: Viewer,
  options: BrowserContextOptions = { viewport: SIZES.wide },
): Promise<Page> {
  if (viewer === 'visitor') return scene.openPage(options)
  return (await openMember(scene, { ...options, member: viewers[viewer] })).page
}

/** As `openAs`, but members keep their browser's cache from test to test. */
export async function openAgainAs(
  scene: WebsiteScene,
  viewers: Viewers,
  viewer: Viewer,
): Promise<Page> {
  const options = { viewport: SIZES.wide }
  if (viewer === 'visitor') return scene.openPage(options)
  const cookies = cookiesOf(viewers[viewer], scene.site.url)
  return scene.openSharedPage(viewer, options, context => context.addCookies(cookies))
}
