import { searchLibrary } from '@nestmark/contract/search/search'
import { omniboxTexts as texts } from '@nestmark/texts/extension'
import { browser } from '../lib/browser.ts'
import { currentConnection, openOwn } from './own.ts'

const maxSuggestions = 6
/** The type of a search in every field of links. */
const everyField = 6

/** Escapes text for the markup that Chromium expects in descriptions; Firefox shows them as they are. */
function escapeDescription(text: string, isFirefox: boolean): string {
  if (isFirefox) return text
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Returns the links that fit a text typed into the address bar. */
async function suggestLinks(input: string): Promise<{ content: string; description: string }[]> {
  const connection = await currentConnection()
  if (!connection || input.trim() === '') return []
  try {
    const { links } = await (
      await openOwn()
    ).calls.call(searchLibrary, {
      input: input.slice(0, 200),
      type: everyField,
    })
    return links
      .filter(link => /^https?:/.test(link.link))
      .slice(0, maxSuggestions)
      .map(({ name, link }) => ({
        content: link,
        description: escapeDescription(`${name} · ${new URL(link).host}`, import.meta.env.FIREFOX),
      }))
  } catch {
    // The search page says what is wrong.
    return []
  }
}

/** Opens a chosen link, or the search page for a text. */
async function openSearch(chosen: string, disposition: string): Promise<void> {
  const connection = await currentConnection()
  const url = /^https?:\/\//.test(chosen)
    ? chosen
    : connection
      ? `${connection.server}/search/?${new URLSearchParams({ q: chosen, type: 'link' })}`
      : browser.runtime.getURL('/settings.html')
  if (disposition === 'currentTab') await browser.tabs.update({ url })
  else await browser.tabs.create({ url, active: disposition === 'newForegroundTab' })
}

/** Answers the address bar after the keyword. */
export function listenToOmnibox(): void {
  browser.omnibox.setDefaultSuggestion({ description: texts.search })
  browser.omnibox.onInputChanged.addListener((input, suggest) => void suggestLinks(input).then(suggest))
  browser.omnibox.onInputEntered.addListener((chosen, disposition) => void openSearch(chosen, disposition))
}
