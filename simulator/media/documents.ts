/** Makes text-like files that people send: contact cards, places, notes and one-page PDFs. */

const PEOPLE = ['Mara Lindqvist', 'Tomás Aranda', 'Yuki Ishii', 'Claire Aubry', 'Omar Haddad', 'Nina Vogel']
const PLACES = [
  { name: 'Botanical Garden', latitude: 52.4573, longitude: 13.3061 },
  { name: 'Old Harbour', latitude: 43.2951, longitude: 5.3744 },
  { name: 'Hill Park', latitude: 35.0116, longitude: 135.7681 },
]

const at = <T>(list: readonly T[], variant: number): T => list[variant % list.length] as T

export function vcard(variant: number): Buffer {
  const name = at(PEOPLE, variant)
  const [given = '', family = ''] = name.split(' ')
  return lines([
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${family};${given};;;`,
    `FN:${name}`,
    `TEL;type=CELL:+1555010${String(variant % 100).padStart(2, '0')}`,
    `EMAIL:${given.toLowerCase()}@example.com`,
    'END:VCARD',
  ])
}

export function placeCard(variant: number): Buffer {
  const { name, latitude, longitude } = at(PLACES, variant)
  return lines([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'PRODID:-//Apple Inc.//macOS 26.0//EN',
    `N:;${name};;;`,
    `FN:${name}`,
    `item1.URL;type=pref:https://maps.apple.com/?ll=${latitude}\\,${longitude}&q=${encodeURIComponent(name)}`,
    'item1.X-ABLabel:map url',
    'END:VCARD',
  ])
}

export const note = (variant: number): Buffer =>
  Buffer.from(`Packing list ${variant}\n\n- bread\n- olives\n- a blanket\n- sunscreen\n`)

export function pdf(variant: number): Buffer {
  const drawing = `BT /F1 24 Tf 72 720 Td (Invoice ${1000 + variant}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(
    `${body}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}

const lines = (content: string[]): Buffer => Buffer.from(`${content.join('\r\n')}\r\n`)
