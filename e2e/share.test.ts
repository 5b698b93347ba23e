import { gunzipSync } from 'node:zlib'
import { pages } from '@footnote/contract/site/pages'
import { expect, it } from 'vitest'
import { describeWebsite } from './scene/describe-website.ts'
import { giveMoney } from './scene/give-money.ts'
import { openMember } from './scene/open-member.ts'

const QUESTION = 'What is the capital of Bolivia?'

describeWebsite('sharing', scene => {
  it('gives a link whose key and content the server never sees, until its owner deletes it', async () => {
    const { page, member } = await openMember(scene)
    await giveMoney(scene.site.database, member.accountId, '1')
    await page.goto(pages.answer)
    await page.getByLabel('Question', { exact: true }).fill(QUESTION)
    await page.getByRole('button', { name: /^Run for/ }).click()
    await page.getByText('Your balance is now').waitFor()

    const sent: string[] = []
    page.context().on('request', request => {
      const headers = JSON.stringify(request.headers())
      sent.push(`${request.url()} ${headers} ${request.postData() ?? ''}`)
    })
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.getByRole('region', { name: 'Link', exact: true }).innerText()
    const [, id = '', key = ''] = /\/shared\/([\w-]{36})#([\w-]{43})/.exec(link) ?? []
    const stored = await scene.site.database.query<{ sealed: Buffer }>(
      'select sealed from shared_report where id = $1',
      [id],
    )
    const sealed = stored.rows[0]?.sealed ?? Buffer.alloc(0)
    expect(sealed.length).toBeGreaterThan(100)
    expect(() => gunzipSync(sealed.subarray(12))).toThrow()
    for (const text of ['Sucre', 'Bolivia', key]) {
      expect(sealed.toString('latin1')).not.toContain(text)
    }

    const visitor = await page.context().browser()?.newContext({ baseURL: scene.site.url })
    if (!visitor) throw new Error('no browser')
    visitor.on('request', request => sent.push(`${request.url()} ${request.headers()['referer']}`))
    const opened = await visitor.newPage()
    const reply = await opened.goto(`/shared/${id}#${key}`)
    await opened.getByRole('article').getByText('Sucre').first().waitFor()
    await opened.getByText('A Footnote user shared this.').waitFor()
    expect(await opened.getByRole('button', { name: 'Share' }).count()).toBe(0)
    expect(reply?.headers()).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(sent.filter(text => text.includes(`/site/shared/${id}`))).not.toEqual([])
    // The browser reports the whole address of a page; the server gets it without the fragment.
    const received = sent.map(text => text.replace(`/shared/${id}#${key}`, ''))
    expect(received.filter(text => text.includes(key))).toEqual([])

    await opened.goto(`/shared/${id}#${'A'.repeat(43)}`)
    await opened.reload()
    await opened.getByText('This link doesn’t work').waitFor()
    await page.getByRole('button', { name: /^Delete the link/ }).click()
    await page.getByRole('button', { name: 'Create link' }).waitFor()
    await opened.goto(pages.prices)
    await opened.goto(`/shared/${id}#${key}`)
    await opened.getByText('This link doesn’t work').waitFor()
    await visitor.close()
  })
})
