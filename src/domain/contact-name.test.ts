import { expect, it } from 'vitest'
import { contactName } from './contact-name.ts'

const card = { first: null, last: null, nickname: null, organization: null }

it.each([
  [{ first: 'Anna', last: 'Berg', nickname: 'Annie', organization: 'Acme' }, 'Anna Berg'],
  [{ first: 'Anna', nickname: 'Annie' }, 'Anna'],
  [{ last: ' Berg ' }, 'Berg'],
  [{ first: '  ', last: '', nickname: 'Annie', organization: 'Acme' }, 'Annie'],
  [{ organization: 'Acme\n Inc.' }, 'Acme Inc.'],
  [{ first: '太郎', last: '山田' }, '山田太郎'],
  [{ first: '민준', last: '김' }, '김민준'],
  [{}, undefined],
])('%j is shown as %s', (parts, name) => {
  expect(contactName({ ...card, ...parts })).toBe(name)
})
