/**
 * The style sheet of the bar. Fonts are those of the system: a request for another one would be visible to the page. The properties are on an
 * element inside of the root, because a page can set them on its host. Texts that are the person's own are generated content (`data-text`): a
 * page can search its closed roots with `find`, letter by letter.
 */
export const barCss = `
.layer{all:initial;display:var(--nestmark-shown,none);color-scheme:light;user-select:none;-webkit-user-select:none;
--egg-shape:50% 50% 50% 50%/58% 58% 42% 42%;--egg:#53BCCA;--page:#FFF;
--hl1:#F7E7A1;--hl2:#C7E3F5;--hl3:#F8D3E1;--hl4:#CFEBCB;--hs1:#806206;--hs2:#2B6C99;--hs3:#A84078;--hs4:#2A763F;
--ink1:#18201F;--ink2:#464C47;--ink3:#656760;--raised:#FFF;--sunken:#F4F3F0;--line1:#E4E3DD;--line2:#D1CFC9;
--accent:#0B6A7C;--on-accent:#FFF;--danger:#B32E2F;--ok:#27733F;--ok-t:#E2F4E5;--warn:#875300;--warn-t:#FBEEDB}
.layer.dark{color-scheme:dark;--egg:#80D4DE;--page:#1B1B1D;
--hl1:#5C4E14;--hl2:#1F4A63;--hl3:#5F2E44;--hl4:#2A4F2B;--hs1:#DFB956;--hs2:#7CC0EA;--hs3:#F69FC8;--hs4:#83D494;
--ink1:#EEEDE8;--ink2:#C0C2BC;--ink3:#9EA5A2;--raised:#242A2B;--sunken:#141A1A;--line1:#2B3132;--line2:#3B4343;
--accent:#80D4DE;--on-accent:#072A33;--danger:#FB9890;--ok:#79CD91;--ok-t:#1D3625;--warn:#E8A95C;--warn-t:#3B2A14}
*{box-sizing:border-box}
svg{flex:none}
.bar,.card,.toast,.list,.edge{position:fixed;font:400 13px/18px system-ui,sans-serif;color:var(--ink1);text-align:start;animation:in 120ms}
@keyframes in{from{opacity:0}}
button{all:unset;box-sizing:border-box;cursor:pointer;display:inline-flex;align-items:center;justify-content:center;gap:7px;border-radius:8px}
button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
button:disabled{cursor:default;opacity:.6}
b{font-weight:600}
[data-text]::before{content:attr(data-text)}
.grow{flex:1;min-width:0}
.row{display:flex;align-items:center;gap:6px}
.link{color:var(--accent);font-weight:560}
.key{min-width:32px;height:36px}
.egg{width:20px;height:23px;flex:none;border-radius:var(--egg-shape);background:var(--b);box-shadow:inset 0 0 0 1.5px var(--s)}
.c1{--b:var(--hl1);--s:var(--hs1);--l:#F7E7A1}.c2{--b:var(--hl2);--s:var(--hs2);--l:#C7E3F5}.c3{--b:var(--hl3);--s:var(--hs3);--l:#F8D3E1}.c4{--b:var(--hl4);--s:var(--hs4);--l:#CFEBCB}
[aria-checked=true] .egg{outline:2px solid var(--accent);outline-offset:2px}
.bar{left:0;top:0;display:flex;align-items:center;gap:2px;min-height:44px;max-width:calc(100vw - 16px);padding:0 6px 0 8px;border-radius:12px;background:#18201F;color:#F4F3F0;box-shadow:0 12px 32px -8px rgb(0 0 0/.45),0 0 0 1px rgb(238 237 232/.12);outline:none}
.bar:focus-visible{outline:2px solid #80D4DE;outline-offset:2px}
.bar .arrow{position:absolute;left:var(--arrow);bottom:-5px;width:12px;height:12px;margin-left:-6px;border-radius:2px;background:inherit;transform:rotate(45deg)}
.bar.below .arrow{bottom:auto;top:-5px}
.bar button:hover{background:rgb(238 237 232/.12)}
.bar button:focus-visible{outline-color:#80D4DE;outline-offset:-2px}
.bar .key svg{color:#D1CFC9}
.bar .line{width:1px;height:24px;margin:0 5px;background:#464C47}
.bar .line:last-child{display:none}
.bar .egg{background:var(--l);box-shadow:none}
.bar [aria-checked=true] .egg{outline-color:#80D4DE}
.bar .save{height:32px;padding:0 10px 0 7px;font-weight:560;white-space:nowrap}
.bar .bad svg{color:#FB9890}
.bar .text{padding:8px 6px;font-weight:480}
.bar .warn{display:flex;padding-inline-start:4px;color:#E8A95C}
.bar .go{flex:none;height:32px;padding:0 12px;background:#80D4DE;color:#072A33;font-weight:560;white-space:nowrap}
.bar .go:hover{background:#ABE3EA}
.bar .go.quiet{background:none;color:#E8A95C}
.bar .go.quiet:hover{background:rgb(238 237 232/.12)}
.ring{position:fixed;pointer-events:none;border-radius:3px;box-shadow:0 0 0 2px var(--page),0 0 0 4px var(--accent)}
.lead{position:fixed;height:0;border-top:2px dotted var(--s);pointer-events:none}
.card,.list{max-width:calc(100vw - 16px);background:var(--raised);box-shadow:0 0 0 1px var(--line2),0 20px 48px -12px rgb(0 0 0/.4)}
.card{left:0;top:0;width:306px;max-height:calc(100vh - 16px);border-radius:14px;overflow:auto}
.card .row{padding:10px 14px 12px}
.card .head{gap:2px;padding:8px 8px 0 12px}
.card .head svg{color:var(--ink2)}
.card .label{margin:0;padding:10px 14px 5px;font-weight:560;font-size:12.5px}
.card .comment{margin:0 14px;border:1px solid var(--accent);border-radius:8px;box-shadow:0 0 0 2px color-mix(in srgb,var(--accent) 22%,transparent);overflow:hidden}
.comment iframe{all:unset;display:block;width:100%;height:76px;color:var(--ink1)}
.card .notice{padding-bottom:0;color:var(--warn)}
.card .save{height:30px;padding:0 12px;background:var(--accent);color:var(--on-accent);font-weight:560}
.card .plain{height:30px;padding:0 10px;color:var(--ink2)}
.card .keys{display:flex;gap:3px}
kbd{padding:0 5px;border:1px solid var(--line2);border-radius:4px;font:11px/16px ui-monospace,monospace;color:var(--ink3)}
.card .foot,.list .foot{gap:8px;padding:9px 14px;border-top:1px solid var(--line1);background:var(--sunken);font-size:12.5px;color:var(--ink2)}
.place{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.edge{right:0;width:38px;height:60px;flex-direction:column;gap:1px;padding-left:4px;border-radius:19px 0 0 19px/30px 0 0 26px;background:#18201F;color:#F4F3F0;font:600 12px/14px system-ui,sans-serif;box-shadow:0 4px 16px rgb(0 0 0/.3),0 0 0 1px rgb(238 237 232/.12);touch-action:none}
.edge:focus-visible{outline-color:#80D4DE;outline-offset:-3px}
.list{right:0;top:50%;transform:translateY(-50%);display:flex;flex-direction:column;width:330px;max-height:min(560px,calc(100vh - 16px));border-radius:14px 0 0 14px;overflow:hidden;outline:none}
.list .foot .grow{justify-content:flex-start}
.list .head{padding:6px 8px 2px 14px}
.list h2{margin:0;font:600 14px/20px system-ui,sans-serif}
.list .number{font-weight:450;color:var(--ink3)}
.entries{overflow:auto;padding-bottom:6px}
.entry{display:flex;width:100%;gap:10px;align-items:center;justify-content:flex-start;min-height:34px;padding:6px 14px;border-radius:0}
.entry:hover,.entry:focus-visible{background:color-mix(in srgb,var(--ink1) 6%,transparent)}
.entry:focus-visible{outline-offset:-2px}
.entry .egg{width:12px;height:14px}
.words{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden;font:14px/20px Georgia,serif}
.lost{color:var(--ink3)}
.lost .egg{background:none;box-shadow:none;border:1.5px dashed var(--s)}
.list p{margin:0;padding:8px 14px 2px;font-size:12px;color:var(--ink3)}
.toast{right:16px;bottom:16px;display:flex;align-items:center;gap:11px;width:320px;max-width:calc(100vw - 32px);padding:11px 14px;border-radius:12px;background:var(--raised);box-shadow:0 0 0 1px var(--line2),0 12px 32px rgb(0 0 0/.3)}
.toast b{display:block}
.toast .more{color:var(--ink3)}
.sign{display:flex;flex:none;width:24px;height:27px;align-items:center;justify-content:center;border-radius:var(--egg-shape);background:var(--warn-t);color:var(--warn)}
.sign.check{background:var(--ok-t);color:var(--ok)}
@media(prefers-reduced-motion:reduce){.bar,.card,.toast,.list,.edge{animation:none}}
@media(pointer:coarse){.bar{left:0!important;right:0!important;top:auto!important;bottom:0!important;max-width:none;height:64px;padding:0 10px;border-radius:16px 16px 0 0}.bar .arrow{display:none}.bar .key{min-width:44px;height:44px}.bar .egg{width:28px;height:31px}.bar .save{height:44px;margin-inline-start:auto}.bar .text{flex:1}}
@media(max-width:500px){.card{left:8px!important;right:8px;width:auto}}
@media(forced-colors:active){.egg{forced-color-adjust:none}.bar,.card,.list,.toast,.edge{border:1px solid}.ring{outline:2px solid Highlight}}
`
