/** Returns a text without the characters that XML 1.0 has no place for, escaped for an element or an attribute in double quotes. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
}
