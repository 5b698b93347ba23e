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
  const cookies = member.cookie.split('; ').map(pair => {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    return { name, value, url: scene.site.url }
  })
  await page.context().addCookies(cookies)
  return { page, member }
}
