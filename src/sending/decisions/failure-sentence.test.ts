import { expect, it } from 'vitest'
import { errors } from '../../contract/errors.ts'
import { failureSentence } from './failure-sentence.ts'

it('a failure is described by its remedy', () => {
  expect(failureSentence({ code: 'send_expired', number: null })).toBe(errors.send_expired.remedy)
})

it("Apple's error number is included once", () => {
  expect(failureSentence({ code: 'send_failed', number: 43 })).toMatch(/Mac\. \(Apple's error 43\.\)$/)
  expect(failureSentence({ code: 'recipient_unreachable', number: 22 })).toBe(errors.recipient_unreachable.remedy)
})
