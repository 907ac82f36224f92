import type { Palette } from '@nestmark/core/pageColours'
import { Html } from './html.ts'

/** The styles of the pages of a site. The names of colours are those of the product's own pages. */
export const styles = new Html(`
:root{color-scheme:light dark;--sheet:#fbfaf8;--canvas:#efeee9;--raised:#fff;--ink1:#18201f;--ink2:#464c47;--ink3:#656760;--line1:#e4e3dd;--line3:#8b8981;--accent:#0b6a7c;--on-accent:#fff;--serif:Literata,'Iowan Old Style',Charter,Georgia,'Noto Serif',serif}
@media(prefers-color-scheme:dark){:root{--sheet:#1a1f20;--canvas:#101516;--raised:#242a2b;--ink1:#eeede8;--ink2:#c0c2bc;--ink3:#9ea5a2;--line1:#2b3132;--line3:#737d7d;--accent:#80d4de;--on-accent:#101516}}
*{box-sizing:border-box}
body{margin:0;background:var(--sheet);color:var(--ink1);font:15px/22px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;overflow-wrap:anywhere}
a{color:inherit;text-decoration:none}a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px}
header{display:flex;flex-wrap:wrap;align-items:center;gap:12px 28px;padding:16px 24px;max-width:1208px;margin:0 auto}
.brand{display:flex;align-items:center;gap:12px;font:560 19px/24px var(--serif)}.brand img{width:auto;height:auto;max-width:200px;max-height:40px}
header nav{display:flex;flex-wrap:wrap;gap:8px 24px;flex:1;color:var(--ink2);font-weight:500}
header form{display:flex;gap:6px;margin-left:auto}
input{font:inherit;color:inherit;width:220px;max-width:60vw;height:38px;padding:0 11px;border:1px solid var(--line3);border-radius:8px;background:var(--raised)}
button,.button{font:inherit;font-weight:500;height:38px;padding:7px 14px;border:1px solid var(--line3);border-radius:8px;background:var(--raised);color:inherit;display:inline-block;white-space:nowrap}
.button{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
main{max-width:1208px;margin:0 auto;padding:8px 24px 64px}
.cover{position:relative;display:flex;height:clamp(180px,30vw,360px);margin:0 calc(50% - 50vw) 20px;overflow:hidden}
.cover img{flex:1;min-width:0;height:100%;object-fit:cover}
.cover svg{position:absolute;inset:auto 0 -1px;width:100%;height:31%}
.cover path{fill:none;stroke:var(--ink1);stroke-width:2;vector-effect:non-scaling-stroke}.cover .paper{fill:var(--sheet);stroke:none}.cover .accent{stroke:var(--accent)}.cover .faint{opacity:.3}
.head{display:flex;flex-wrap:wrap;gap:24px 64px;align-items:end;justify-content:space-between}.head>div{flex:1 1 420px}
h1{font:500 clamp(28px,4vw,46px)/1.18 var(--serif);letter-spacing:-.02em;margin:12px 0 0;text-wrap:balance}
.head p:not(.facts){font:400 18px/30px var(--serif);color:var(--ink2);margin:10px 0 0;max-width:60ch;white-space:pre-line}
h2{font-size:16px;line-height:22px;margin:0}
section{margin-top:44px}
.bar{display:flex;flex-wrap:wrap;gap:8px 24px;align-items:center;justify-content:space-between}
.facts{display:flex;flex-wrap:wrap;gap:2px 16px;color:var(--ink3);font-size:14px;margin:12px 0 0}
.path{color:var(--ink3);font-size:14px;margin:12px 0 0}
ul{list-style:none;margin:12px 0 0;padding:0}
.shelves,.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(230px,1fr));gap:20px 16px}
.shelves li,.cards li{min-width:0}.shelves .facts,.cards .facts{font-size:13px;margin:2px 0 0;gap:0 12px}
.pictures{display:flex;gap:4px;height:96px;border-radius:8px;overflow:hidden;background:var(--canvas);margin-bottom:8px}.pictures img{flex:1;min-width:0;height:100%;object-fit:cover}
.shelves b{font:540 17px/23px var(--serif)}
.cards img,.slip{display:block;width:100%;height:150px;object-fit:cover;border-radius:8px;background:var(--canvas);margin-bottom:8px}
.slip{padding:14px;overflow:hidden;font:400 15px/22px var(--serif);white-space:pre-line}
.kinds,.pages{display:flex;flex-wrap:wrap;gap:6px}.kinds a,.pages a{border:1px solid var(--line1);border-radius:14px;padding:2px 11px;font-size:13px}.kinds [aria-current]{border-color:var(--accent);color:var(--accent)}.pages{margin-top:28px;gap:12px}
.none{color:var(--ink3)}
article{max-width:72ch}article img{max-width:100%;height:auto;border-radius:8px;margin-top:20px}.words{font:400 17px/28px var(--serif);white-space:pre-line}
footer{border-top:1px solid var(--line1);background:var(--canvas);display:flex;flex-wrap:wrap;gap:8px 28px;padding:24px max(24px,calc(50vw - 580px));color:var(--ink2);font-size:14px}footer b{flex:1;font-family:var(--serif)}@media(max-width:600px){main,header{padding-inline:16px}header nav{flex:1 1 auto}.shelves,.cards{grid-template-columns:repeat(2,minmax(0,1fr));gap:16px 12px}.cards img,.slip{height:104px}header form,header input{flex:1;max-width:none}}
`)

/** Returns the styles that replace the usual colours, in the light and in the dark scheme. */
export function createColourStyles(palette: Palette): Html {
  const { isDark, paper, canvas, inks, line, edge, accent, onAccent } = palette
  const colours = {
    sheet: paper,
    canvas,
    raised: paper,
    ink1: inks[0],
    ink2: inks[1],
    ink3: inks[2],
    line1: line,
    line3: edge,
    accent,
    'on-accent': onAccent,
  }
  const values = Object.entries(colours).map(([name, colour]) => `--${name}:${colour}`)
  return new Html(`:root{color-scheme:${isDark ? 'dark' : 'light'};${values.join(';')}}`)
}
