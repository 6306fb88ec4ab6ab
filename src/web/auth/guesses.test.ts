import { expect, it } from 'vitest'
import type { ServiceError } from '../../domain/service-error.ts'
import { countGuesses } from './guesses.ts'

function guessing() {
  let nowMs = Date.UTC(2026, 0, 1)
  const guesses = countGuesses(() => nowMs)
  /** Returns the seconds to wait, or the guess. */
  const guess = (address = '127.0.0.1', session?: string) => {
    try {
      return guesses.begin({ address, session })
    } catch (error) {
      return (error as ServiceError).details.retry_after_s
    }
  }
  const isLetIn = (address?: string, session?: string) => typeof guess(address, session) === 'object'
  return { guess, isLetIn, wait: (seconds: number) => (nowMs += seconds * 1_000) }
}

it('lets five through at once, and the sixth gets the time to wait', () => {
  const { guess, isLetIn, wait } = guessing()
  for (let n = 0; n < 5; n++) expect(isLetIn()).toBe(true)
  expect(guess()).toBe(1)
  wait(1)
  expect(isLetIn()).toBe(true)
  expect(guess()).toBe(2)
})

it('refuses with the code and details that the API promises', () => {
  const guesses = countGuesses(() => 0)
  for (let n = 0; n < 5; n++) guesses.begin({ address: '127.0.0.1' })
  expect(() => guesses.begin({ address: '127.0.0.1' })).toThrow(
    expect.objectContaining({ code: 'rate_limited', details: { retry_after_s: 1 } }) as ServiceError,
  )
})

it('checks at most twelve of a thousand guesses in a minute, from one address or from many', () => {
  for (const addressOf of [() => '127.0.0.1', (n: number) => `192.168.1.${n % 250}`]) {
    const { isLetIn, wait } = guessing()
    let checked = 0
    for (let n = 0; n < 1_000; n++) {
      if (isLetIn(addressOf(n))) checked++
      wait(0.06)
    }
    expect(checked).toBeGreaterThan(4)
    expect(checked).toBeLessThanOrEqual(12)
  }
})

it('a right password clears the wrong ones before it', () => {
  const { guess, isLetIn } = guessing()
  for (const address of ['127.0.0.1', '10.0.0.5']) {
    for (let n = 0; n < 4; n++) isLetIn(address)
    const right = guess(address)
    if (typeof right === 'object') (right as { succeeded(): void }).succeeded()
    expect(isLetIn(address)).toBe(true)
  }
})

it('a person at the Mac does not wait because of the network', () => {
  const { guess, isLetIn } = guessing()
  for (let n = 0; n < 5; n++) isLetIn(`10.0.0.${n}`)
  expect(guess('10.0.0.77')).toBe(1)
  expect(isLetIn('127.0.0.1')).toBe(true)
  expect(isLetIn('::1')).toBe(true)
})

it('a browser that is signed in waits for its own guesses, not for those of others', () => {
  const { guess, isLetIn } = guessing()
  for (const address of ['127.0.0.1', '10.0.0.5']) {
    for (let n = 0; n < 5; n++) isLetIn(address)
    expect(isLetIn(address)).toBe(false)
    for (let n = 0; n < 5; n++) expect(isLetIn(address, `of ${address}`)).toBe(true)
    expect(guess(address, `of ${address}`)).toBe(1)
  }
})

it('all addresses of this machine count as one', () => {
  const { guess, isLetIn } = guessing()
  for (const address of ['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.9.9.9', '127.0.0.1']) isLetIn(address)
  expect(guess('127.1.2.3')).toBe(1)
})

it('an IPv4 address counts as the same when written as IPv6', () => {
  const { guess, isLetIn } = guessing()
  for (let n = 0; n < 5; n++) isLetIn('::ffff:10.0.0.1')
  expect(guess('10.0.0.1')).toBe(1)
})

it('nobody is locked out for good', () => {
  const { isLetIn, wait } = guessing()
  for (let n = 0; n < 2_000; n++) {
    isLetIn()
    wait(1)
  }
  wait(15 * 60)
  expect(isLetIn()).toBe(true)
})
