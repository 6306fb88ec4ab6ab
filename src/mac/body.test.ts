import { expect, test } from 'vitest'
import { plainBody } from '../../simulator/formats/attributed-body.ts'
import { readText } from './body.ts'

const body = (text: string) => plainBody(text).bytes
const damaged = body('never read').subarray(0, 40)

test('the text comes from the body, whatever the text column contains', () => {
  expect(readText({ body: body('new'), text: 'old' }, 'text')).toEqual({
    text: 'new',
    isBlank: false,
    isDamaged: false,
    attachmentsExpected: 0,
  })
})

test('without a body the text comes from the text column', () => {
  expect(readText({ body: null, text: 'column' }, 'text')).toMatchObject({ text: 'column', isBlank: false })
})

test('with a damaged body the text comes from the text column', () => {
  expect(readText({ body: damaged, text: 'column' }, 'text')).toMatchObject({ text: 'column', isDamaged: true })
  expect(readText({ body: damaged, text: null }, 'text')).toMatchObject({ text: null, isDamaged: true, isBlank: false })
})

test('a row into which nothing has been written yet is blank; a row with an empty text is not', () => {
  expect(readText({ body: null, text: null }, 'text')).toMatchObject({ text: null, isBlank: true })
  expect(readText({ body: null, text: '' }, 'text')).toMatchObject({ text: null, isBlank: false })
})

test('placeholders of attachments are counted and removed from the text', () => {
  const said = readText({ body: body('\ufffc\ufffclook'), text: null }, 'text')
  expect(said).toMatchObject({ text: 'look', attachmentsExpected: 2 })
})

test('only rows of kind text expect attachments', () => {
  const found = { body: body('\ufffc'), text: null, balloon: null }
  for (const kind of ['tapback', 'system', 'app', 'update'] as const)
    expect(readText(found, kind).attachmentsExpected).toBe(0)
})
