/** The id of the extension at addons.mozilla.org. */
export const firefoxId = 'extension@nestmark.app'

/**
 * Returns the manifest of a browser, without what the build adds. At install it asks for no host: the person gives the host of
 * the server, and all pages for the highlights, when they want it.
 * @param browser chrome, edge, opera or firefox
 */
export function manifestOf(browser: string) {
  const isFirefox = browser === 'firefox'
  return {
    name: 'Nestmark',
    short_name: 'Nestmark',
    description: 'Saves pages, links, pictures and words to your Nestmark, and highlights what you read.',
    permissions: ['activeTab', 'scripting', 'storage', 'contextMenus', 'alarms'],
    optional_permissions: ['tabs'],
    optional_host_permissions: ['*://*/*'],
    icons: Object.fromEntries([16, 32, 48, 128].map(size => [size, `icon-${size}.png`])),
    options_ui: { page: 'settings.html', open_in_tab: true },
    omnibox: { keyword: 'nm' },
    action: { default_title: 'Save to Nestmark', ...(isFirefox ? { default_area: 'navbar' as const } : {}) },
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+Shift+S' } },
      highlight: { suggested_key: { default: 'Alt+Shift+H' }, description: 'Highlight the selection' },
    },
    ...(isFirefox
      ? {
          browser_specific_settings: {
            gecko: {
              id: firefoxId,
              strict_min_version: '142.0',
              // What is saved goes to the server that the person has connected.
              data_collection_permissions: {
                required: ['bookmarksInfo', 'websiteContent'],
                optional: ['browsingActivity'],
              },
            },
            gecko_android: { strict_min_version: '142.0' },
          },
        }
      : {
          minimum_chrome_version: '120',
          // No page and no other extension may connect.
          externally_connectable: { ids: [] },
        }),
  }
}
