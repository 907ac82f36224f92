import sharp from 'sharp'

/** The picture of link previews, 1200 by 630: the logo above a nest. It has no words, because a build may have no fonts. */
const card = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
<path fill="#efeee9" d="M0 0h1200v630H0z"/>
<path fill="#fbfaf8" d="M-20 360C250 600 950 600 1220 360V640H-20z"/>
<g fill="none" stroke="#18201f" stroke-width="5"><path d="M-20 360C250 600 950 600 1220 360"/><path opacity=".6" d="M-20 390C250 630 950 630 1220 390"/><path opacity=".32" d="M-20 424C250 664 950 664 1220 424"/></g>
<g transform="translate(456 96) scale(9)" fill="none" stroke="#18201f" stroke-width="2.7" stroke-linecap="round"><path d="M16 3.4c3 0 5.3 3.6 5.3 7.2a5.3 5.3 0 0 1-10.6 0c0-3.6 2.3-7.2 5.3-7.2z" fill="#53bcca" stroke="none"/><path d="M7.2 12.6a8.9 8.9 0 0 0 17.8-.6"/><path d="M2.9 15.2a13.2 13.2 0 0 0 26.3-2"/></g>
</svg>`

/** Draws the picture of link previews as PNG. */
export const drawCard = (): Promise<Buffer> => sharp(Buffer.from(card)).png({ palette: true }).toBuffer()
