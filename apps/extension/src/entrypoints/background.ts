import { browser } from '../lib/browser.ts'
import { defineBackground } from 'wxt/utils/define-background'
import { answerContent } from '../background/answerContent.ts'
import { answerPage } from '../background/answerPage.ts'
import { showConnection, showQueueBadge } from '../background/badge.ts'
import { continueConnecting } from '../background/connect.ts'
import { createMenus, saveByMenu } from '../background/menus.ts'
import { listenToOmnibox } from '../background/omnibox.ts'
import { openOutbox, queueAlarm } from '../background/outbox.ts'
import { openOwn } from '../background/own.ts'
import { registerBar, startBar } from '../background/sites.ts'
import { readContentMessage, readPageMessage } from '../lib/messages.ts'

/** The background: the only part with the key, and the only one that calls the server. */
export default defineBackground(() => {
  const sendQueue = () => openOutbox().then(outbox => outbox.send())
  const own = { id: browser.runtime.id, origin: browser.runtime.getURL('/') }

  browser.runtime.onMessage.addListener((message: unknown, sender, respond: (answer: unknown) => void) => {
    const fromPage = readPageMessage(message, sender, own)
    const fromContent = fromPage ? null : readContentMessage(message, sender, own)
    const tabId = sender.tab?.id
    if (fromPage) void answerPage(fromPage).then(respond)
    else if (fromContent && tabId !== undefined)
      void answerContent(fromContent, tabId).then(respond, () => respond(null))
    else return false
    // The answer comes later.
    return true
  })
  browser.tabs.onUpdated.addListener((tabId, { url }) => {
    if (url !== undefined)
      void continueConnecting(tabId, url).then(isDone => (isDone ? sendQueue() : undefined))
  })
  browser.contextMenus.onClicked.addListener((click, tab) => void saveByMenu(click, tab))
  browser.commands.onCommand.addListener((command, tab) => {
    if (command === 'highlight' && tab?.id !== undefined) void startBar(tab.id)
  })
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === queueAlarm) void sendQueue()
  })
  browser.permissions.onAdded.addListener(() => void registerBar())
  browser.permissions.onRemoved.addListener(() => void registerBar())
  browser.runtime.onStartup.addListener(() => void sendQueue())
  browser.runtime.onInstalled.addListener(({ reason }) => {
    void createMenus()
    void registerBar()
    void showQueueBadge()
    if (reason === 'install') void browser.runtime.openOptionsPage()
  })
  listenToOmnibox()
  // The server may end the key with any answer.
  void openOwn().then(({ token }) => token.subscribe(() => void showConnection()))
})
