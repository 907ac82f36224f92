/**
 * The pages with which known services find out whether a visitor is a person. They may have the status 200. The title
 * and the text must both match: other pages describe them.
 */
const challenges: readonly { title: RegExp; text: string }[] = [
  // Cloudflare. The title is in the language of the visitor, who asks for English.
  { title: /^Just a moment/i, text: '_cf_chl_opt' },
  { title: /^Just a moment/i, text: '/cdn-cgi/challenge-platform/' },
  // Anubis
  { title: /^Making sure you['’]re not a bot/i, text: '/.within.website/' },
  // Imperva and AWS WAF
  { title: /^$/, text: '/_Incapsula_Resource?' },
  { title: /^$/, text: 'AwsWafIntegration' },
]

/** The texts of challenges. */
export const challengeTexts: readonly string[] = challenges.map(({ text }) => text)

/** Returns true when a page is a challenge. */
export function isChallenge(title: string, html: string): boolean {
  return challenges.some(challenge => challenge.title.test(title.trim()) && html.includes(challenge.text))
}

/** Returns true when the beginning of a page in HTML is that of a challenge. */
export function isChallengePage(html: string): boolean {
  const title = /<title[^>]*>([^<]*)/i.exec(html)?.[1] ?? ''
  return isChallenge(title, html)
}
