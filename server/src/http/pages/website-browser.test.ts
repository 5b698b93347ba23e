import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../testing/browser/describe-in-browser.ts'
import { expectAccessible } from '../../testing/browser/expect-accessible.ts'
import { watchPage } from '../../testing/browser/watch-page.ts'
import { startPages, type TestPages } from '../../testing/scenes/start-pages.ts'

const FILES = {
  '/theme.js': `document.documentElement.dataset.theme = 'dark'`,
  '/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
  '/assets/main-1.css': 'h1 { color: rgb(1, 2, 3) }',
  // Actions of the page: requests to its own server, styles, the clipboard.
  '/assets/main-1.js': `
    document.querySelector('h1').style.marginTop = '7px'
    const reply = await fetch('/openapi.json')
    document.body.dataset.fetched = reply.status`,
}
/** A page with a script and a style sheet inline, as the build makes it. */
const page = (body: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Footnote</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <style>${FILES['/assets/main-1.css']}</style>
    <script>${FILES['/theme.js']}</script>
    <script type="module" src="/assets/main-1.js"></script>
  </head>
  <body><main><h1>Footnote</h1>${body}</main></body>
</html>`
/**
 * Markup that an attacker might inject, and a form that the browser might submit without script.
 */
const HOSTILE = `
  <script>document.body.dataset.inline = 'ran'</script>
  <style>h1 { display: none }</style>
  <img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" onerror="document.body.dataset.handler = 'ran'">
  <form action="/access"><label>Password <input name="password" value="secret"></label><button>Send</button></form>`

let good: TestPages
let attacked: TestPages
beforeAll(async () => {
  good = await startPages({ ...FILES, '/index.html': page('<p>Hello.</p>') })
  attacked = await startPages({ ...FILES, '/index.html': page(HOSTILE) })
})
afterAll(async () => {
  await good.close()
  await attacked.close()
})

describeInBrowser('the page under its content policy', browser => {
  it('runs its scripts, styles and requests without a browser warning', async () => {
    const opened = await browser().newPage()
    const complaints = watchPage(opened)
    await opened.goto(`${good.url}/sign-in`)
    await opened.locator('body[data-fetched="200"]').waitFor()
    expect(await opened.locator('html').getAttribute('data-theme')).toBe('dark')
    const styleOf = (name: string) =>
      opened.evaluate(`getComputedStyle(document.querySelector('h1')).${name}`)
    expect(await styleOf('color')).toBe('rgb(1, 2, 3)')
    expect(await styleOf('marginTop')).toBe('7px')
    expect(complaints).toEqual([])
    await opened.close()
  })

  it('can be checked for accessibility under its policy', async () => {
    const opened = await browser().newPage()
    const complaints = watchPage(opened)
    await opened.goto(good.url)
    await expectAccessible(opened)
    expect(complaints).toEqual([])
    await opened.locator('html').evaluate(element => element.removeAttribute('lang'))
    await expect(expectAccessible(opened)).rejects.toThrow(/html-has-lang/)
    await opened.close()
  })

  it('applies no script or style that is not a file of ours, and submits no form', async () => {
    const opened = await browser().newPage()
    const complaints = watchPage(opened)
    await opened.goto(`${attacked.url}/sign-in`)
    await opened.locator('body[data-fetched="200"]').waitFor()
    expect(await opened.locator('body').evaluate(body => ({ ...body.dataset }))).toEqual({
      fetched: '200',
    })
    expect(await opened.getByRole('heading').isVisible()).toBe(true)
    const asked: string[] = []
    opened.on('request', request => asked.push(request.url()))
    // A click would wait for the page that the form never leads to.
    await opened.getByRole('button').dispatchEvent('click')
    for (const what of ['script-src', 'style-src', 'img-src', 'form-action']) {
      await expect.poll(() => complaints.join(), { message: what }).toContain(what)
    }
    expect(asked).toEqual([])
    await opened.close()
  })

  it('makes no request to another origin', async () => {
    const opened = await browser().newPage()
    await opened.goto(good.url)
    const complaints = watchPage(opened)
    const outcome = opened.evaluate(url => fetch(url), `${attacked.url}/openapi.json`)
    await expect(outcome).rejects.toThrow()
    expect(complaints.some(complaint => complaint.includes('connect-src'))).toBe(true)
    await opened.close()
  })
})
