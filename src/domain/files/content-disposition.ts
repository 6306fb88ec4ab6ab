/** Writes the `Content-Disposition` of a file whose name strangers chose (RFC 6266). */

const longestName = 150
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unwanted = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/g

export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const safe = shortened(name.toWellFormed().replace(unwanted, '_').trim()) || 'attachment'
  const ascii = safe.replace(/[^\x20-\x7e]/gu, '_').replace(/["%]/g, '_')
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Keeps the extension, by which the receiving system opens the file. */
function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= longestName) return name
  const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? ''
  return characters.slice(0, longestName - ending.length).join('') + ending
}
