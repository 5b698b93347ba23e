import type { BrowserContextOptions, Page } from 'playwright-core'
import { joinWebsite, type TestMember } from '../../server/src/testing/scenes/join-website.ts'
import type { WebsiteScene } from './describe-website.ts'

/** Opens a page that is already signed in, for tests about something else. */
export async function openMember(
  scene: WebsiteScene,
  options: BrowserContextOptions & { member?: TestMember } = {},
): Promise<{ page: Page; member: TestMember }> {
  const { member = await joinWebsite(scene.site), ...rest } = options
  const page = await scene.openPage(rest)
  await page.context().addCookies(cookiesOf(member, scene.site.url))
  return { page, member }
}

/** Returns a member's session as cookies of a browser. */
export function cookiesOf({ cookie }: TestMember, url: string) {
  return cookie.split('; ').map(pair => {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    return { name, value, url }
  })
}
