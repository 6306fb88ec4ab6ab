import { expect, it } from 'vitest'
import { replyMark } from './mail.ts'
import { newTextIn } from './new-text.ts'

const mail = `${replyMark}\n\nSee you at eight?\n`
const quoted = mail.replace(/^/gm, '> ')

it.each([
  ['Gmail', `On my way!\n\nOn Fri, Jan 2, 2026 at 10:00 AM Anna <relay@example.com> wrote:\n\n${quoted}`],
  [
    'Gmail, wrapped',
    `On my way!\n\nOn Fri, Jan 2, 2026 at 10:00 AM Anna (Friends of the House)\n<relay@example.com> wrote:\n\n${quoted}`,
  ],
  ['Apple Mail', `On my way!\n\n> On 2. Jan 2026, at 10:00, Anna <relay@example.com> wrote:\n> \n${quoted}`],
  ['Thunderbird in German', `On my way!\n\nAm 02.01.26 um 10:00 schrieb Anna:\n${quoted}`],
  [
    'Outlook',
    `On my way!\n\n________________________________\nFrom: Anna <relay@example.com>\nSent: Friday\nTo: me\nSubject: Message\n\n${mail}`,
  ],
  [
    'Outlook in German',
    `On my way!\n\nVon: Anna <relay@example.com>\nGesendet: Freitag\nAn: mich\nBetreff: Message\n\n${mail}`,
  ],
  ['a phone', `On my way!\n\n-----Original Message-----\nFrom: Anna\nSent: Friday\nTo: me\n\n${mail}`],
  ['somebody who signs', `On my way!\n\n-- \nMe\nStreet 1\n\nAm 02.01.26 um 10:00 schrieb Anna:\n${quoted}`],
  ['somebody who quotes nothing', 'On my way!\n'],
])('keeps only the new text of a mail from %s', (_, text) => {
  expect(newTextIn(text)).toBe('On my way!')
})

it.each([
  ['several paragraphs', 'One\n\nTwo\n\nThree'],
  ['a list', 'Please bring:\n- bread\n- wine'],
  ['something that ends in a colon', 'I say only this:'],
  ['a line that looks like a head', 'From: the bottom of my heart'],
  ['a quote in between', '> eight?\nNo, nine.'],
  ['dashes', 'Well -- yes'],
])('leaves %s unchanged', (_, text) => {
  expect(newTextIn(`${text}\n\nOn Fri, Jan 2, 2026 at 10:00 Anna <relay@example.com> wrote:\n${quoted}`)).toBe(text)
})

it('returns nothing for a mail without new text', () => {
  expect(newTextIn(`\nOn Fri, Jan 2, 2026 at 10:00 Anna wrote:\n${quoted}`)).toBe('')
})

it('reads a long line quickly', () => {
  expect(newTextIn(`${'1:2 <a@b '.repeat(200_000)}:\n${quoted}`)).not.toBe('x')
})
