import { escapeText } from './escape.ts'

/**
 * The policy of a copy. It is in the file too, so that a downloaded copy cannot run scripts or fetch resources
 * either.
 */
export const copyPolicy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"

/**
 * The policy with which a copy is served: it also applies when its address is opened directly, and only this server
 * may frame it.
 */
export const servedCopyPolicy = `sandbox; ${copyPolicy}; frame-ancestors 'self'`

/**
 * Writes the beginning of a copy: a description, the policy, and the charset.
 * @param doctype of the page, such as `DOCTYPE html`; it decides which layout browsers use
 */
export function copyHead(source: { address: string; at: number }, doctype: string): string {
  const isDoctype = /^doctype\s[^<>]{0,300}$/i.test(doctype)
  // Two dashes would end the comment.
  const comment = `Copy of ${source.address} of ${new Date(source.at).toISOString()}`.replace(/-(?=-)/g, '- ')
  return [
    isDoctype ? `<!${doctype}>` : '',
    `<!-- ${escapeText(comment)} -->`,
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${copyPolicy}">`,
  ].join('')
}
