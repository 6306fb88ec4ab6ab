/** Files whose content is a program, under names and types that claim otherwise. */
import { pdf } from '../../../simulator/media/documents.ts'
import { picture } from '../../../simulator/media/picture.ts'
import { encodePng } from '../../../simulator/media/png.ts'

export interface ForeignFile {
  name: string
  mime: string
  bytes: Buffer
}

/** Each script reports to `leak`, an address elsewhere, that it ran. */
export function foreignFiles(leak: string): ForeignFile[] {
  const script = `document.title='ran';alert(1);new Image().src='${leak}';fetch('/api/ui/session')`
  const html = `<!doctype html><meta charset=utf-8><body><script>${script}</script><img src=x onerror="${script}">`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script><image href="${leak}"/></svg>`
  const xhtml = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`
  const styled = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><x><s id="s"/></x>`
  const archive = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--`
  const document = pdf(1)
    .toString('latin1')
    .replace('/Type /Catalog', `/Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert(1)) >>`)
  const png = encodePng(picture(1, 8, 8))
  const texts: [name: string, mime: string, text: string][] = [
    ['drawing.svg', 'image/svg+xml', svg],
    ['photo.png', 'image/png', svg],
    ['photo.jpg', 'image/jpeg', html],
    ['photo.gif', 'image/gif', `GIF89a=0;${script}//${html}`],
    ['photo.bmp', 'image/bmp', `BM${html}`],
    ['photo.webp', 'image/webp', `RIFF\u0010\u0000\u0000\u0000XXXX${html}`],
    ['photo.heic', 'image/heic', html],
    ['film.mp4', 'video/mp4', html],
    ['film.mov', 'video/quicktime', `\u0000\u0000\u0000\u0014ftypxxxx${html}`],
    ['voice.caf', 'audio/x-caf', html],
    ['voice.mp3', 'audio/mpeg', `ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0000${html}`],
    ['page.html', 'text/html', html],
    ['page.txt', 'text/plain', html],
    ['page.xhtml', 'application/xhtml+xml', xhtml],
    ['page.xml', 'text/xml', styled],
    ['page.mhtml', 'multipart/related', archive],
    ['page', 'text/html; charset=utf-7', html],
    ['person.vcf', 'text/vcard', html],
    ['meeting.ics', 'text/calendar', html],
    ['data.json', 'application/json', html],
    ['code.js', 'text/javascript', script],
    ['style.css', 'text/css', `@import "${leak}";`],
    ['document.pdf', 'application/pdf', document],
    ['document.png', 'image/png', document],
    ['twisted\u202egnp.html', 'image/png', html],
    ['quote".html', 'text/html"; x="', html],
    ['line\r\nSet-Cookie: a=b\r\n\r\n.html', 'text/html\r\nX: y', html],
    ['manifest.webmanifest', 'application/manifest+json', '{"start_url":"/"}'],
  ]
  return [
    ...texts.map(([name, mime, text]) => ({ name, mime, bytes: Buffer.from(text, 'latin1') })),
    { name: 'sixteen.html', mime: 'text/html', bytes: Buffer.from(`\ufeff${html}`, 'utf16le') },
    { name: 'both.png', mime: 'text/html', bytes: Buffer.concat([png, Buffer.from(html)]) },
    { name: 'empty.html', mime: 'text/html', bytes: Buffer.alloc(0) },
  ]
}
