/**
 * Returns a setting that the server writes into the head of the page; '' without one, and outside a page.
 * @param name without the prefix `nestmark-`
 */
export function readServerSetting(name: string): string {
  if (typeof document === 'undefined') return ''
  return document.querySelector<HTMLMetaElement>(`meta[name="nestmark-${name}"]`)?.content ?? ''
}

/** Returns whether a setting of the server is on. */
export const isServerSettingOn = (name: string): boolean => readServerSetting(name) === 'on'
