import { expect, test } from 'vitest'
import { plainBody } from '../../simulator/formats/attributed-body.ts'
import { saidBy } from './body.ts'

const body = (text: string) => plainBody(text).bytes
const damaged = body('never read').subarray(0, 40)

test('the body speaks, whatever the text column says', () => {
  expect(saidBy({ body: body('new'), text: 'old' }, 'text')).toEqual({
    text: 'new',
    isBlank: false,
    isDamaged: false,
    attachmentsExpected: 0,
  })
})

test('without a body the text column speaks', () => {
  expect(saidBy({ body: null, text: 'column' }, 'text')).toMatchObject({ text: 'column', isBlank: false })
})

test('what a damaged body says is left to the text column', () => {
  expect(saidBy({ body: damaged, text: 'column' }, 'text')).toMatchObject({ text: 'column', isDamaged: true })
  expect(saidBy({ body: damaged, text: null }, 'text')).toMatchObject({ text: null, isDamaged: true, isBlank: false })
})

test('a row that nothing was written into yet is blank; one with an empty text is not', () => {
  expect(saidBy({ body: null, text: null }, 'text')).toMatchObject({ text: null, isBlank: true })
  expect(saidBy({ body: null, text: '' }, 'text')).toMatchObject({ text: null, isBlank: false })
})

test('placeholders of attachments are counted and not shown', () => {
  const said = saidBy({ body: body('\ufffc\ufffclook'), text: null }, 'text')
  expect(said).toMatchObject({ text: 'look', attachmentsExpected: 2 })
})

test('only texts wait for attachments', () => {
  const found = { body: body('\ufffc'), text: null, balloon: null }
  for (const kind of ['tapback', 'system', 'app', 'update'] as const)
    expect(saidBy(found, kind).attachmentsExpected).toBe(0)
})
