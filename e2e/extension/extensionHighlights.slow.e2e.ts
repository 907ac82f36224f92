import { deleteKey, listKeys } from '@nestmark/contract/apiKeys'
import { saveHighlight } from '@nestmark/contract/reading/highlights'
import { listDashboardLinks } from '@nestmark/contract/links/links'
import { expect, test, vi } from 'vitest'
import {
  clickButton,
  clickWords,
  commentHasFocus,
  findButton,
  highlightWords,
  nothingPainted,
  paintedStyles,
  paintedWords,
  selectWords,
  shownText,
  typedComment,
  waitInBar,
} from './extensionBar.ts'
import { byText, press, waitFor } from './extensionBrowser.ts'
import { useArticles } from './extensionFixture.ts'
import { describeHighlights } from './extensionHighlightFixture.ts'
import { connect } from './extensionPerson.ts'
import { useEnvironment } from '../support/testEnvironment.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const env = useEnvironment({ planLimits: true })
const site = useArticles()

describeHighlights(env, site, own => {
  const { highlightsOf, textsOf, openWith, setPlan, readStatus } = own

  test('HL-07 the user highlights words in four colours, with a comment, and sees them again at the next visit', async () => {
    const tab = await own.browser.openWeb(`${site.origin}/colours`)
    await highlightWords(tab, 'The frame', 'Yellow')
    await highlightWords(tab, 'small and precious', 'Blue')
    await highlightWords(tab, 'everything', 'Pink')
    await highlightWords(tab, 'the bog', 'Green')
    await waitFor(tab, paintedStyles)
    await clickWords(tab, 'The frame')
    await clickButton(tab, 'Comment')
    await waitInBar(tab, commentHasFocus)
    await tab.typeAndConfirm('Of turf')
    await expect
      .poll(async () => (await highlightsOf('/colours')).map(({ text, style, comm }) => [text, style, comm]))
      .toEqual([
        ['The frame', 1, 'Of turf'],
        ['small and precious', 2, ''],
        ['everything', 3, ''],
        ['the bog', 4, ''],
      ])
    await tab.goto(`${site.origin}/elsewhere`)
    await tab.goto(`${site.origin}/colours`)
    await waitFor(tab, paintedStyles)
    await clickWords(tab, 'The frame')
    await clickButton(tab, 'Comment')
    await waitInBar(tab, `${typedComment} === 'Of turf'`)
  })

  test('HL-06 the sixth highlight of the free plan shows Upgrade to PRO, and saves what the user typed once there is room', async () => {
    await setPlan(1)
    const five = ['The', 'frame', 'small', 'precious', 'everything']
    const tab = await openWith('/five', ...five)
    await tab.evaluate(selectWords('the bog'))
    await clickButton(tab, 'Comment')
    await waitInBar(tab, commentHasFocus)
    await tab.type('Typed before the answer')
    await findButton(tab, 'Upgrade to PRO')
    expect(await tab.inBar(typedComment)).toBe('Typed before the answer')
    expect(await tab.inBar(shownText)).toContain('5 of 5 highlights on this page')
    // The next selection says so at once, and what was typed is in the queue.
    await tab.evaluate(selectWords('around it'))
    await waitInBar(tab, `${shownText}.startsWith('5 of 5')`)
    await clickButton(tab, 'Upgrade to PRO')
    const pricing = await own.browser.findTab(`${env.app.origin}/pricing`)
    await pricing.close()
    await expect
      .poll(async () => (await readStatus()).queue.map(each => each.task))
      .toMatchObject([{ kind: 'highlight', text: 'the bog', comment: 'Typed before the answer' }])
    expect(await textsOf('/five')).toHaveLength(5)
    await setPlan(2)
    await highlightWords(tab, 'around it')
    await expect.poll(() => textsOf('/five')).toContain('around it')
    const popup = await own.browser.openOwn('popup.html?tab=' + tab.id)
    await press(popup, '1 save was refused')
    await waitFor(popup, `${byText('a', 'Upgrade to PRO')}?.href === '${env.app.origin}/pricing'`)
    // Nothing is sent by itself.
    expect(await popup.evaluate(`${byText('button', 'Try now')}.disabled`)).toBe(true)
    await popup.evaluate(`(async () => {
      const send = message => (globalThis.browser ?? chrome).runtime.sendMessage(message)
      const { data } = await send({ kind: 'status' })
      for (const { id } of data.queue) await send({ kind: 'retry', id, toRoot: false })
      return null
    })()`)
    await popup.close()
    await expect
      .poll(async () => (await highlightsOf('/five')).find(each => each.text === 'the bog')?.comm)
      .toBe('Typed before the answer')
  })

  test('HL-06 the card of a rejected highlight sends it again', async () => {
    await setPlan(1)
    const tab = await openWith('/again', 'The', 'frame', 'small', 'precious', 'everything')
    await tab.evaluate(selectWords('the bog'))
    await clickButton(tab, 'Comment')
    await findButton(tab, 'Upgrade to PRO')
    await waitInBar(tab, commentHasFocus)
    await setPlan(2)
    await tab.typeAndConfirm('Saved at last')
    await expect
      .poll(async () => (await highlightsOf('/again')).find(each => each.text === 'the bog')?.comm)
      .toBe('Saved at last')
    await expect.poll(async () => (await readStatus()).queue).toEqual([])
  })

  test('HL-07 the command highlights the selection, and keys change, comment and leave it; the focus returns', async () => {
    const tab = await own.browser.openWeb(`${site.origin}/keys`)
    await tab.evaluate(`document.getElementById('link').focus(), null`)
    await tab.evaluate(selectWords('small and precious'))
    await own.browser.runHighlightCommand(tab)
    await expect.poll(() => textsOf('/keys')).toEqual(['small and precious'])
    await waitInBar(tab, `root.activeElement?.getAttribute('role') === 'toolbar'`)
    await tab.type('3')
    await expect.poll(async () => (await highlightsOf('/keys'))[0]?.style).toBe(3)
    await tab.type('c')
    await waitInBar(tab, commentHasFocus)
    await tab.type('By keys')
    await tab.press('Escape')
    await waitFor(tab, `document.activeElement?.id === 'link'`)
    // Typed and not saved: it is there again.
    await own.browser.runHighlightCommand(tab)
    await waitInBar(tab, `root.activeElement?.matches('.entry')`)
    await tab.press('Enter')
    await waitInBar(tab, `${typedComment} === 'By keys' && ${commentHasFocus}`)
    await tab.typeAndConfirm('!')
    await expect.poll(async () => (await highlightsOf('/keys'))[0]?.comm).toBe('By keys!')
  })

  test('HL-07 without a selection the command opens the list in the order of the page; Enter opens a card, Esc returns', async () => {
    const tab = await openWith('/list', 'the bog', 'The frame', 'everything')
    await tab.evaluate(`document.getElementById('link').focus(), null`)
    await own.browser.runHighlightCommand(tab)
    const focused = (text: string) => `root.activeElement?.textContent === ${JSON.stringify(text)}`
    await waitInBar(tab, focused('The frame'))
    await tab.press('Tab')
    await waitInBar(tab, focused('everything'))
    await tab.press('ArrowDown')
    await waitInBar(tab, focused('the bog'))
    await tab.press('Enter')
    await waitInBar(tab, commentHasFocus)
    await tab.press('Escape')
    await waitInBar(tab, focused('the bog'))
    await tab.press('Escape')
    await waitFor(tab, `document.activeElement?.id === 'link'`)
  })

  test('HL-07 the user drags the tab at the edge, which stays there on other pages and opens the list', async () => {
    const tab = await openWith('/edge', 'everything')
    const at = await findButton(tab, '1 highlight')
    await tab.drag(at, { x: at.x - 3, y: at.y - 200 })
    const y = async (page: typeof tab) => (await findButton(page, '1 highlight')).y
    await expect.poll(async () => Math.abs((await y(tab)) - (at.y - 200))).toBeLessThan(3)
    const moved = await y(tab)
    expect(await tab.inBar(`root.querySelector('.list')`)).toBeNull()
    const other = await openWith('/edge-2', 'The frame')
    expect(Math.abs((await y(other)) - moved)).toBeLessThan(3)
    await clickButton(other, '1 highlight')
    await findButton(other, 'The frame', '.entry')
  })

  test('HL-07 once they are on the page, does not list words as missing that a copy of it did not have', async () => {
    const url = `${site.origin}/here-again`
    const anchor = { quote: { exact: 'everything', prefix: '', suffix: '' }, position: { start: 0, end: 10 } }
    const { highlight } = await own.ada.call(saveHighlight, { url, text: 'everything', anchor })
    await own.ada.call(saveHighlight, { highlight_id: highlight._id, found: 'gone' })
    expect((await highlightsOf('/here-again'))[0]?.found).toBe('gone')
    await openWith('/here-again', 'everything')
    await expect.poll(async () => (await highlightsOf('/here-again'))[0]?.found).toBeUndefined()
  })

  test('EXT-01 the bar saves the page, says where, and takes it back', async () => {
    const tab = await openWith('/saved', 'everything')
    const isSaved = async () =>
      (await own.ada.call(listDashboardLinks, {})).links.some(each => each.link === `${site.origin}/saved`)
    await tab.evaluate(selectWords('the bog'))
    await clickButton(tab, 'Save page')
    await waitInBar(tab, `${shownText}.includes('with its highlight')`)
    expect(await isSaved()).toBe(true)
    // The page can search the closed root, but does not learn where it was saved.
    expect(await tab.evaluate(`find('Saved in', false, false, true)`)).toBe(false)
    expect(await tab.evaluate(`find('Dashboard', false, false, true)`)).toBe(false)
    await clickButton(tab, 'Undo')
    await expect.poll(isSaved).toBe(false)
    await tab.evaluate(selectWords('small'))
    await findButton(tab, 'Save page')
  })

  test('HL-07 T16 the list of a page hides the bar on its site', async () => {
    const tab = await openWith('/off', 'everything')
    const before = (await own.ada.call(listDashboardLinks, {})).links.length
    await clickButton(tab, '1 highlight')
    await clickButton(tab, 'Hide on this site')
    await waitFor(tab, `${nothingPainted} && !document.querySelector('nestmark-bar')`)
    expect((await readStatus()).offSites).toEqual([new URL(site.origin).host])
    const again = await own.browser.openWeb(`${site.origin}/off`)
    await again.evaluate(selectWords('the bog'))
    await waitFor(again, `!document.querySelector('nestmark-bar')`)
    const settings = await own.browser.openOwn('settings.html')
    await settings.evaluate(
      `(globalThis.browser ?? chrome).runtime.sendMessage({ kind: 'setOffSites', hosts: [] })`,
    )
    await settings.close()
    expect(await textsOf('/off')).toEqual(['everything'])
    expect((await own.ada.call(listDashboardLinks, {})).links).toHaveLength(before)
  })

  test('EXT-01 the bar reports a key that ends during use, and the highlights and the typed text follow', async () => {
    const tab = await openWith('/revoked', 'everything')
    for (const { _id } of await own.ada.call(listKeys, {})) await own.ada.call(deleteKey, { key: _id })
    await tab.evaluate(selectWords('the bog'))
    await clickButton(tab, 'Comment')
    await waitInBar(tab, commentHasFocus)
    await waitInBar(tab, `${shownText}.includes('The connection has ended')`)
    await tab.typeAndConfirm('Typed after the end')
    await tab.evaluate(selectWords('small'))
    await waitInBar(tab, `${shownText}.startsWith('The connection has ended')`)
    await findButton(tab, 'Connect')
    // The words stay highlighted, also after a reload.
    await tab.goto(`${site.origin}/revoked`)
    await waitFor(tab, `JSON.stringify(${paintedWords}) === '["the bog"]'`)
    // The bar of a page in another window learns of the connection without a reload.
    const settings = await own.browser.openOwn('settings.html')
    const elsewhere = `${site.origin}/second-window`
    await settings.evaluate(
      `(globalThis.browser ?? chrome).windows.create({ url: ${JSON.stringify(elsewhere)} }).then(() => null)`,
    )
    const second = await own.browser.findTab(elsewhere)
    await second.evaluate(selectWords('small'))
    await findButton(second, 'Connect')
    // In front again: new tabs open here.
    await settings.clickAt(2, 2)
    await connect(own.browser, env.app.origin)
    await findButton(second, 'Save page', '.bar .save')
    for (const each of [second, settings]) await each.close()
    await expect
      .poll(async () => (await highlightsOf('/revoked')).map(({ text, comm }) => [text, comm]))
      .toEqual([
        ['everything', ''],
        ['the bog', 'Typed after the end'],
      ])
  })
})
