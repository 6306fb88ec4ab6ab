/**
 * Texts that try to act as more than text: markup, schemes, templates, and marks that change the direction of a line.
 */

const act = 'alert(1)'
const away = 'https://evil.example/x'

const tags = ['script', 'svg', 'img', 'iframe', 'object', 'embed', 'video', 'audio', 'body', 'math', 'form', 'input']
const handlers = [
  'onerror',
  'onload',
  'onclick',
  'onfocus',
  'onmouseover',
  'onanimationstart',
  'ontoggle',
  'onwheel',
  'onkeydown',
  'onpaste',
]
const schemes = ['javascript:', 'JaVaScRiPt:', 'data:text/html,', 'vbscript:', 'blob:', 'file:///']
const ends = ['<!--', '-->', ']]>', '</script>', '</title>', '</textarea>', '</style>', '</template>', '</noscript>']
const quotes = ['"', "'", '`', '">', "'>", '`>', '" x="', "' x='"]

const written = [
  ...tags.map((tag) => `<${tag} src=${away} href=${away} data=${away} action=${away}>${act}</${tag}>`),
  ...tags.flatMap((tag) => handlers.map((handler) => `<${tag} ${handler}="${act}" autofocus>`)),
  ...schemes.flatMap((scheme) => [`<a href="${scheme}${act}">here</a>`, `[here](${scheme}${act})`, scheme + act]),
  ...ends.map((end) => `${end}<img src=x onerror=${act}>`),
  ...quotes.map((quote) => `${quote} onmouseover=${act} x`),
  '{{7*7}}',
  '$' + '{7*7}',
  '<%= 7*7 %>',
  '#{7*7}',
  '{count}',
  '{name}',
  '%s',
  '%00',
  '&lt;b&gt;',
  '&#60;b&#62;',
  '<b>bold</b>',
  '<style>*{display:none}</style>',
  `<link rel=stylesheet href=${away}>`,
  `<base href=${away}>`,
  `<meta http-equiv=refresh content="0;url=${away}">`,
  `<img src=${away}>`,
  `![a](${away})`,
  `url(${away})`,
  `@import "${away}"`,
  '__proto__',
  'constructor',
  '[object Object]',
  'null',
  'undefined',
  'NaN',
  '<',
  '>',
  '&',
  '<svg><animate onbegin=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<marquee>',
  '<plaintext>',
  '\\u003cb>',
]

/** Marks that reverse the text after them unless their text is isolated. */
export const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/

const turned = ['\u202egnp.exe', '\u2067right\u2066left', '\u202dover', '\u200fmark', '\u2068never closed']

export const payloads: readonly string[] = [...new Set([...written, ...turned])]
