/** The style sheet of the bar. Fonts are those of the system: a request for another one would be visible to the page. */
export const barCss = `
:host{color-scheme:light dark;--egg:50% 50% 50% 50%/58% 58% 42% 42%;
--hl1:light-dark(#F7E7A1,#5C4E14);--hl2:light-dark(#C7E3F5,#1F4A63);--hl3:light-dark(#F8D3E1,#5F2E44);--hl4:light-dark(#CFEBCB,#2A4F2B);
--hs1:light-dark(#806206,#DFB956);--hs2:light-dark(#2B6C99,#7CC0EA);--hs3:light-dark(#A84078,#F69FC8);--hs4:light-dark(#2A763F,#83D494);
--ink1:light-dark(#18201F,#EEEDE8);--ink3:light-dark(#656760,#9EA5A2);--raised:light-dark(#FFF,#242A2B);--line2:light-dark(#D1CFC9,#3B4343);
--accent:light-dark(#0B6A7C,#80D4DE);--on-accent:light-dark(#FFF,#072A33);--danger:light-dark(#B32E2F,#FB9890)}
*{box-sizing:border-box}
[hidden]{display:none!important}
.bar,.card,.toast,.list,.edge{position:fixed;font:500 13px/18px system-ui,sans-serif;text-align:start;letter-spacing:normal;animation:in 120ms}
@keyframes in{from{opacity:0}}
button{all:unset;box-sizing:border-box;cursor:pointer;display:inline-flex;align-items:center;justify-content:center;gap:6px}
button:focus-visible,textarea:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.bar{display:flex;align-items:center;gap:2px;height:44px;padding:0 8px;border-radius:12px;background:#161C1C;color:#EEEDE8;box-shadow:0 8px 24px rgb(0 0 0/.35);white-space:nowrap}
.bar button{min-width:32px;height:36px;border-radius:8px;padding:0 6px}
.bar button:hover{background:rgb(238 237 232/.12)}
.bar button:focus-visible{outline-color:#80D4DE}
.bar .line{width:1px;height:22px;margin:0 6px;background:#4a5252}
.bar .text{padding:0 8px}
.bar .go{background:#80D4DE;color:#072A33;padding:0 12px;font-weight:600}
.bar .bad{color:#FB9890}
.egg{width:20px;height:23px;border-radius:var(--egg);background:var(--b);box-shadow:inset 0 0 0 1.5px var(--s)}
.bar .egg{background:var(--l)}
.c1{--b:var(--hl1);--s:var(--hs1);--l:#F7E7A1}.c2{--b:var(--hl2);--s:var(--hs2);--l:#C7E3F5}.c3{--b:var(--hl3);--s:var(--hs3);--l:#F8D3E1}.c4{--b:var(--hl4);--s:var(--hs4);--l:#CFEBCB}
[aria-checked=true] .egg{outline:2px solid currentColor;outline-offset:2px}
.card,.list{width:306px;max-width:calc(100vw - 16px);max-height:min(440px,calc(100vh - 16px));overflow:auto;border-radius:14px;background:var(--raised);color:var(--ink1);box-shadow:0 0 0 1px var(--line2),0 20px 48px -12px rgb(0 0 0/.4)}
.card .row{display:flex;align-items:center;gap:4px;padding:10px 12px 6px}
.card .row button{min-width:32px;height:36px;border-radius:8px}
.grow{flex:1}
.card label{display:block;padding:2px 14px 6px;font-weight:600;font-size:12.5px}
textarea{all:unset;box-sizing:border-box;display:block;width:calc(100% - 28px);min-height:76px;max-height:240px;margin:0 14px;padding:8px 10px;border:1px solid var(--accent);border-radius:8px;font:16px/23px Georgia,serif;white-space:pre-wrap;overflow:auto;cursor:text;field-sizing:content}
.card .save{background:var(--accent);color:var(--on-accent);padding:0 12px;border-radius:8px}
.card .foot{padding:8px 14px;border-top:1px solid var(--line2);color:var(--ink3)}
.edge{right:0;top:60vh;width:38px;height:60px;flex-direction:column;border-radius:12px 0 0 12px;background:#161C1C;color:#EEEDE8;box-shadow:0 4px 16px rgb(0 0 0/.3)}
.list{right:8px;top:max(8px,calc(60vh - 200px));width:330px}
.list h2{font:600 14px/20px system-ui,sans-serif;margin:0}
.list .row{display:flex;align-items:center;gap:8px;padding:12px 14px}
.list .entry{display:flex;width:100%;gap:8px;align-items:flex-start;justify-content:flex-start;padding:8px 14px}
.list .entry:hover{background:color-mix(in srgb,currentColor 6%,transparent)}
.list .words{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden;font:14px/20px Georgia,serif}
.list .egg{width:13px;height:15px;flex:none;margin-top:3px}
.list .lost .egg{background:none;box-shadow:none;border:1.5px dashed var(--s)}
.list .lost{color:var(--ink3)}
.list p{margin:0;padding:8px 14px;color:var(--ink3)}
.toast{right:16px;bottom:16px;display:flex;align-items:center;gap:12px;padding:12px 16px;border-radius:12px;background:var(--raised);color:var(--ink1);box-shadow:0 0 0 1px var(--line2),0 12px 32px rgb(0 0 0/.3);max-width:340px}
.link{color:var(--accent);font-weight:600}
@media(prefers-reduced-motion:reduce){.bar,.card,.toast,.list,.edge{animation:none}}
@media(pointer:coarse){.bar{left:0!important;right:0!important;top:auto!important;bottom:0!important;height:64px;border-radius:12px 12px 0 0;justify-content:center}.bar button{min-width:44px;height:44px}.bar .egg{width:28px;height:31px}}
@media(forced-colors:active){.egg{forced-color-adjust:none}}
`
