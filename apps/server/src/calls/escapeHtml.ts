/** Returns a text as HTML, also for a value in quotation marks. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
