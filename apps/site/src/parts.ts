import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildBookmarklet } from '@nestmark/core/addresses/bookmarklet'
import { type Currency, type OfferedPlan, type Period, prices } from '@nestmark/core/plans/prices'
import { siteOrigin } from '@nestmark/core/addresses/sitePaths'

const folder = join(import.meta.dirname, '..')

/** The shapes of the icons of the site (Tabler Icons, MIT), on 24 by 24. */
const iconShapes: Readonly<Record<string, string>> = {
  link: '<path d="M9 15l6 -6"/><path d="M11 6l.463 -.536a5 5 0 0 1 7.071 7.072l-.534 .464"/><path d="M13 18l-.397 .534a5.068 5.068 0 0 1 -7.127 0a4.972 4.972 0 0 1 0 -7.071l.524 -.463"/>',
  photo:
    '<path d="M15 8h.01"/> <path d="M3 6a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v12a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-12"/> <path d="M3 16l5 -5c.928 -.893 2.072 -.893 3 0l5 5"/> <path d="M14 14l1 -1c.928 -.893 2.072 -.893 3 0l3 3"/>',
  notes:
    '<path d="M5 5a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2l0 -14"/><path d="M9 7l6 0"/><path d="M9 11l6 0"/><path d="M9 15l4 0"/>',
  'player-play': '<path d="M7 4v16l13 -8l-13 -8"/>',
  headphones:
    '<path d="M4 15a2 2 0 0 1 2 -2h1a2 2 0 0 1 2 2v3a2 2 0 0 1 -2 2h-1a2 2 0 0 1 -2 -2l0 -3"/> <path d="M15 15a2 2 0 0 1 2 -2h1a2 2 0 0 1 2 2v3a2 2 0 0 1 -2 2h-1a2 2 0 0 1 -2 -2l0 -3"/> <path d="M4 15v-3a8 8 0 0 1 16 0v3"/>',
}

const icon = (name: string) => {
  const shape = iconShapes[name]
  if (!shape) throw new Error(`There is no icon ${name}.`)
  return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${shape}</svg>`
}

export const logo =
  '<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><path class="logo-egg" d="M16 3.4c3 0 5.3 3.6 5.3 7.2a5.3 5.3 0 0 1-10.6 0c0-3.6 2.3-7.2 5.3-7.2z"/><path d="M7.2 12.6a8.9 8.9 0 0 0 17.8-.6"/><path d="M2.9 15.2a13.2 13.2 0 0 0 26.3-2"/></svg>'

/** The four lines of a nest below the first part of a page, and the sheet that begins there. */
const rims =
  '<svg class="rims" viewBox="0 0 1440 240" preserveAspectRatio="none" aria-hidden="true"><path class="rims-sheet" d="M-20 0C300 178 1140 178 1460 0V240H-20z"/><path d="M-20 0C300 178 1140 178 1460 0"/><path class="r2" d="M-20 26C310 208 1130 208 1460 26"/><path class="r3" d="M-20 54C320 238 1120 238 1460 54"/><path class="r4" d="M-20 84C330 268 1110 268 1460 84"/></svg>'

/** Heights of the bars of a recording, in percent. */
const bars = [
  46, 33, 54, 65, 84, 87, 78, 57, 40, 58, 59, 83, 71, 64, 68, 52, 55, 64, 66, 74, 60, 71, 49, 40, 61, 83,
]
const wave = `<svg viewBox="0 0 320 200" preserveAspectRatio="none" aria-hidden="true">${bars
  .map(
    (height, at) =>
      `<rect${at < 7 ? ' class="played"' : ''} x="${24 + at * 10.5}" y="${(84 - height * 0.6).toFixed(1)}" width="6" height="${(height * 1.2).toFixed(1)}" rx="3"/>`,
  )
  .join('')}</svg>`

const arcs = [
  'M10 17a10 10 0 0 0 20 0',
  'M5.500 17a14.500 14.500 0 0 0 29 0',
  'M1.500 17a18.500 18.500 0 0 0 37 0',
]
const eggs: Record<OfferedPlan, [x: number, category: string][]> = {
  free: [[20, 'explore']],
  pro: [
    [16, 'explore'],
    [24, 'watch'],
  ],
  premium: [
    [13, 'see'],
    [20, 'watch'],
    [27, 'listen'],
  ],
}

/** Larger plans have a larger nest. */
const glyph = (plan: OfferedPlan) =>
  `<svg class="glyph" viewBox="0 0 40 40" aria-hidden="true">${eggs[plan]
    .map(([x, category]) => `<ellipse class="c-${category}" cx="${x}" cy="12" rx="3.600" ry="5"/>`)
    .join('')}${arcs
    .slice(0, eggs[plan].length)
    .map(d => `<path d="${d}"/>`)
    .join('')}</svg>`

const signs: Record<Currency, string> = { USD: '$', INR: '₹' }

/** All four prices of a plan. The style sheet shows that of the chosen period and currency. */
function price(plan: OfferedPlan): string {
  const shown = (['USD', 'INR'] as const).flatMap(currency =>
    (['monthly', 'yearly'] as const).map((period: Period) => {
      const amount = prices[plan][currency][period]
      const per = amount === 0 ? 'forever' : period === 'yearly' ? 'per month, billed yearly' : 'per month'
      return `<span class="for-${currency} for-${period}"><b>${signs[currency]}${amount}</b> ${per}</span>`
    }),
  )
  return `<p class="price">${shown.join('')}</p>`
}

const extension = (browser: string, name: string, versions: string) =>
  `<li id="${browser}" data-for="${browser}"><span class="egg">${name[0]}</span><span class="row-text"><b>${name} <i class="own">You are using it</i></b><span>${versions}</span></span><a class="button" data-zip="${browser}" href="/extension/nestmark-${browser}.zip" download>Add to ${name}</a><span class="no-zip" data-no-zip="${browser}">Not built on this server yet</span></li>`

const flow = (when: string, then: string) =>
  `<p class="flow"><span><small>When</small>${when}</span><span><small>Then</small>${then}</span></p>`

const integration = (name: string, then: string, when: string) =>
  `<li class="plan"><h3><span class="egg">${name[0]}</span>${name}<a href="/settings?tab=keys">Set up</a></h3>${flow('New link in a collection', then)}${flow(when, 'Save link')}</li>`

const ltd = (name: string, id: string, invitations: string, soon: string) =>
  `<section class="plan" aria-labelledby="${name.split(' ')[0]}"><h2 id="${name.split(' ')[0]}">${name}</h2><ul class="ticks"><li>${invitations}</li><li class="soon">Coming soon: ${soon}</li></ul><div class="plan-action"><a class="button large if-out" href="/register?back=%2Fsettings%3Ftab%3Dplan%26choose%3D${id}">Choose ${name.split(' ')[0]}</a><a class="button large if-in" href="/settings?tab=plan&amp;choose=${id}">Choose ${name.split(' ')[0]}</a></div></section>`

const parts: Record<string, (...values: string[]) => string> = {
  icon,
  art: name =>
    readFileSync(join(folder, 'art', `${name}.svg`), 'utf8')
      .trim()
      .replace('<svg ', '<svg aria-hidden="true" '),
  logo: () => logo,
  rims: () => rims,
  wave: () => wave,
  glyph: plan => glyph(plan as OfferedPlan),
  price: plan => price(plan as OfferedPlan),
  bookmarklet: () => buildBookmarklet(siteOrigin).replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  extension,
  integration,
  ltd,
}

/**
 * Replaces the marks of a content file, such as `{{icon:link}}` or `{{ltd:Solo LTD|1 user|20 GB}}`, by their HTML.
 * @throws Error for an unknown mark
 */
export function fillParts(html: string): string {
  return html.replace(/\{\{(\w+)(?::([^}]*))?\}\}/g, (mark, name: string, values: string | undefined) => {
    const part = parts[name]
    if (!part) throw new Error(`There is no part ${mark}.`)
    return part(...(values?.split('|') ?? []))
  })
}
