/** What people wrote, as Markdown that shows just that: no mark, link or tag of theirs becomes one. */

const address = /(https?:\/\/[^\s<>"\u201c\u201d]*[^\s<>"\u201c\u201d.,;:!?')\]}])/
const marks = /[\\`*_[\]<>#|~&]/g
/** What makes a list, a heading or a rule of a line that begins with it. */
const beginnings = /^(\s*)([-+=]|\d+(?=[.)]))/

export const plain = (text: string): string =>
  text.replaceAll('\ufffc', '').trim().split(/\r?\n/).map(line).join('\\\n')

const line = (text: string): string =>
  text
    .trimStart()
    .split(address)
    .map((piece, index) => (index % 2 === 1 ? `<${piece}>` : piece.replaceAll(marks, '\\$&')))
    .join('')
    .replace(beginnings, (_all, space: string, mark: string) =>
      /\d/.test(mark) ? `${space}&#${mark.codePointAt(0)};${mark.slice(1)}` : `${space}\\${mark}`,
    )

/** A name within the export's own folder, as the target of a link. */
export const target = (path: string): string =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll(/[()'*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`))
    .join('/')
