/** The styles of an exported page: bubbles in light and dark, on a wide screen, a phone and paper. */

export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fff, #121214); --side: light-dark(#f4f4f7, #1a1a1d); --line: light-dark(#e2e2e7, #303034);
  --ink: light-dark(#1d1d1f, #f2f2f4); --quiet: light-dark(#636368, #a3a3aa); --link: light-dark(#0a5fc4, #74b3ff);
  --them: light-dark(#e9e9eb, #29292d); --me: #0a66d6; --sms: #1a7f37; --on-me: #fff; --warn: light-dark(#b3202c, #ff7b73);
  font: 15px/1.4 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
small, time, .quiet { color: var(--quiet); font-size: 12px; }

.with-side { display: grid; grid-template-columns: 300px minmax(0, 1fr); min-height: 100vh; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; background: var(--side); border-right: 1px solid var(--line); padding: 16px 10px; }
nav h1 { font-size: 17px; padding: 0 8px 2px; }
nav p { padding: 0 8px 12px; }
nav ol { list-style: none; padding: 0; }
nav li { content-visibility: auto; contain-intrinsic-size: auto 52px; }
nav li a { display: grid; grid-template-columns: 36px minmax(0, 1fr); column-gap: 10px; align-items: center; padding: 7px 8px; border-radius: 10px; color: inherit; text-decoration: none; }
nav li a:hover { background: var(--line); }
nav b { display: block; font-weight: 600; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
nav small { display: block; }
.face { display: grid; place-items: center; width: 36px; height: 36px; border-radius: 50%; background: linear-gradient(#a7adba, #868d9b); color: #fff; font-weight: 600; font-size: 14px; }
.hue1 { background: linear-gradient(#f0a35e, #d9782d); } .hue2 { background: linear-gradient(#7cb7f2, #3d83d1); }
.hue3 { background: linear-gradient(#8fcf8a, #4c9f50); } .hue4 { background: linear-gradient(#c99bea, #9560c4); }
.hue5 { background: linear-gradient(#f28fa5, #d1527a); }

section > header { position: sticky; top: 0; z-index: 1; padding: 12px 24px; border-bottom: 1px solid var(--line); background: color-mix(in srgb, var(--ground) 88%, transparent); backdrop-filter: blur(14px); }
section > header :is(h1, h2) { font-size: 17px; }
.thread { max-width: 820px; margin: 0 auto; padding: 8px 24px 40px; }
.with-side section { display: none; }
.with-side section:target, .with-side section:has(:target), #all:target > section, body:not(:has(:target)) section:first-of-type { display: block; }
.day { content-visibility: auto; contain-intrinsic-size: auto 500px; padding-top: 1px; }
.day > :is(h2, h3) { text-align: center; font-size: 12px; font-weight: 600; color: var(--quiet); margin: 22px 0 10px; }

.m { display: grid; justify-items: start; margin-top: 3px; scroll-margin: 90px; }
.m.me { justify-items: end; }
.m.new { margin-top: 12px; }
.m > * { max-width: min(78%, 560px); }
.who { font-size: 12px; color: var(--quiet); padding: 0 14px 2px; }
.row { display: flex; gap: 8px; align-items: flex-end; }
figure + .row, .file + .row, figure + .file { margin-top: 4px; }
.row > time:only-child { padding: 0 12px; }
.me .row { flex-direction: row-reverse; }
.row > time { flex: none; padding-bottom: 3px; font-variant-numeric: tabular-nums; }
.bubble { background: var(--them); border-radius: 18px; padding: 7px 13px; white-space: pre-wrap; min-width: 0; unicode-bidi: plaintext; }
.me .bubble { background: var(--me); color: var(--on-me); }
.me.sms .bubble { background: var(--sms); }
.me .bubble a { color: inherit; }
.bubble.jumbo { background: none !important; font-size: 44px; line-height: 1.15; padding: 0; }
.bubble b { display: block; }
.unsent { background: none !important; color: var(--quiet) !important; border: 1px dashed var(--line); font-style: italic; }
.quote { display: block; font-size: 12px; color: var(--quiet); text-decoration: none; border-inline-start: 3px solid var(--line); padding: 1px 8px; margin: 2px 6px 3px; max-height: 3.2em; overflow: hidden; }
.m:target .bubble { outline: 3px solid var(--link); outline-offset: 2px; }
.taps { font-size: 13px; padding: 0 10px; margin-top: 1px; }
.taps span { background: var(--side); border: 1px solid var(--line); border-radius: 12px; padding: 1px 7px; display: inline-block; }
.foot { font-size: 12px; color: var(--quiet); padding: 1px 12px 0; }
.foot.bad { color: var(--warn); }
details.foot > ol { padding-inline-start: 18px; }
.sys { text-align: center; color: var(--quiet); font-size: 12px; margin: 10px auto; max-width: 80%; scroll-margin: 90px; }
figure { margin-top: 2px; }
figure img, figure video { display: block; max-width: 100%; max-height: 420px; border-radius: 16px; background: var(--side); }
figure.sticker img { max-height: 150px; background: none; border-radius: 0; }
audio { width: 280px; max-width: 100%; }
.file { display: block; border: 1px solid var(--line); border-radius: 14px; padding: 9px 13px; margin-top: 2px; text-decoration: none; }
.file small { display: block; }
.card { display: block; border: 1px solid var(--line); border-radius: 14px; background: var(--side); padding: 9px 13px; margin-top: 3px; text-decoration: none; color: inherit; }
.card small { display: block; }
footer { padding: 20px 24px 30px; text-align: center; }

@media (max-width: 720px) {
  .with-side { display: block; }
  nav { position: static; height: auto; max-height: 45vh; border-right: 0; border-bottom: 1px solid var(--line); }
  .thread { padding: 4px 12px 30px; } section > header { padding: 10px 14px; }
  .m > * { max-width: 88%; }
}
@media print {
  nav { display: none; } .with-side { display: block; } .with-side section { display: block; break-before: page; }
  section > header { position: static; } .day { content-visibility: visible; } .m, .sys { break-inside: avoid; }
  .bubble { print-color-adjust: exact; }
}
`
