import { readSession, readUser, toPlanState } from './visitor.ts'

/** Marks the page before its first paint with what this browser knows, so that nothing changes after it. */
const { dataset } = document.documentElement
dataset.session = readSession()
const user = dataset.session === 'in' ? readUser() : null
if (user) dataset.plan = toPlanState(user)
dataset.browser = readBrowser(navigator.userAgent)
if (/Mac/.test(navigator.userAgent)) dataset.mac = ''
if (!document.cookie.includes('cookie_consent=')) dataset.cookies = 'ask'

/** Returns the browser for which there is an extension; '' for others and for phones, which take none but Firefox. */
function readBrowser(agent: string): string {
  if (/Firefox\//.test(agent)) return 'firefox'
  if (/Mobi|Android/.test(agent)) return ''
  if (/Edg\//.test(agent)) return 'edge'
  if (/OPR\//.test(agent)) return 'opera'
  return /Chrome\//.test(agent) ? 'chrome' : ''
}
