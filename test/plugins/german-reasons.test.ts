import { GrammyError, HttpError } from 'grammy'
import { beforeAll, describe, expect, test } from 'vitest'
import { PollFailures } from '../../src/bridge/poll-failures.ts'
import { judge as judgeNtfy } from '../../src/integrations/ntfy/verdict.ts'
import { nobodyReached, refusalOf } from '../../src/integrations/telegram/failures.ts'
import { judge as judgeWebhook } from '../../src/integrations/webhook/verdict.ts'
import { explain } from '../../src/mac/chat-db.ts'
import { layersAround } from '../../src/plugins/isolation/layers.ts'
import { failureSentence } from '../../src/sending/decisions/failure-sentence.ts'
import { reasons as german } from '../../ui/catalogue/de/reasons.ts'
import { reasons as english } from '../../ui/catalogue/en/reasons.ts'
import { reasonWords } from '../../ui/catalogue/reason-words.ts'
import { speak } from '../../ui/catalogue/texts.ts'

const speakGerman = () => speak({ texts: german, locale: 'de-DE' })
const speakEnglish = () => speak({ texts: english, locale: 'en-GB' })

const messageOf = async (failing: () => unknown): Promise<string> => {
  try {
    await failing()
  } catch (error) {
    return (error as Error).message
  }
  return expect.fail('nothing was thrown')
}
const answer = (status: number, body = '') => ({ status, retryAfter: undefined, body: Promise.resolve(body) })
const telegram = (error_code: number) =>
  new GrammyError('', { ok: false, error_code, description: 'x' }, 'sendMessage', {})

const given = [
  ...[301, 404, 410, 413, 500].map((status) => () => judgeWebhook(answer(status), 1, 0)),
  ...[301, 401, 429, 500].flatMap((status) =>
    ['', '{"code":40101,"error":"unauthorized"}'].map((body) => () => judgeNtfy(answer(status, body), 0)),
  ),
  ...[400, 401, 429, 502].map((status) => () => {
    throw refusalOf(telegram(status), 1)
  }),
  () => {
    throw refusalOf(new HttpError('', new Error('x')), 1)
  },
  () => {
    throw nobodyReached()
  },
]

const ofSqlite = (errcode: number) => Object.assign(new Error('x'), { errcode })
const ofFile = (code: string) => Object.assign(new Error('x'), { code })
const ofTheMac = ['automation_denied', 'messages_not_running', 'messages_signed_out'] as const

/** The service's texts about the relay's state, sending, and sandboxes. */
const ofService: readonly string[] = [
  ...[ofFile('EACCES'), ofSqlite(5), ofSqlite(11)].map((error) => (explain(error, 'chat.db') as Error).message),
  ...(['darwin', 'linux'] as const).map(
    (platform) => (explain(ofFile('ENOENT'), 'chat.db', platform) as Error).message,
  ),
  new PollFailures().after(ofSqlite(13))?.reason ?? '',
  ...ofTheMac.flatMap((code) => [null, -1743].map((number) => failureSentence({ code, number }))),
  ...layersAround({ missing: 'there is none for sunos' }, false).flatMap(({ reason }) => reason ?? []),
]

describe('in German', () => {
  beforeAll(speakGerman)

  test('responses of receivers to bundled plugins are shown in German', async () => {
    for (const reason of await Promise.all(given.map(messageOf))) {
      const said = reasonWords(reason)
      expect(said, reason).not.toBe(reason)
      expect(said).toContain(/\d{3}/.exec(reason)?.[0] ?? '')
    }
  })

  test.each(ofService)('the service’s “%s” is shown in German', (reason) => {
    const said = reasonWords(reason)
    expect(said).not.toBe(reason)
    expect(said).not.toMatch(/\b(the|is|not)\b/i)
    expect(said.endsWith('.')).toBe(reason.endsWith('.'))
  })

  test('addresses, codes and text from others stay as they are', () => {
    expect(reasonWords('connection refused: 127.0.0.1:9 (ECONNREFUSED)')).toBe(
      'Verbindung abgelehnt: 127.0.0.1:9 (ECONNREFUSED)',
    )
    expect(reasonWords('the receiver did not answer within 0.5 s')).toBe(
      'der Empfänger hat nicht innerhalb von 0.5 s geantwortet',
    )
    expect(reasonWords('the plugin died of it: x is not a function')).toBe(
      'das Plugin ist bei dieser Nachricht abgestürzt: x is not a function',
    )
    expect(reasonWords('x is not a function')).toBe('x is not a function')
    expect(reasonWords('constructor')).toBe('constructor')
  })
})

test('in English each reason stays as it is, and is recognized as itself', async () => {
  speakEnglish()
  for (const [key, text] of Object.entries(english)) {
    const reason = text.replaceAll(
      /\{(\w+)\}/g,
      (_, name) => ({ status: '503', seconds: '30', number: '-1743' })[String(name)] ?? 'x',
    )
    expect(reasonWords(reason)).toBe(reason)
    speak({ texts: { [key]: 'found' }, locale: 'en-GB' })
    expect(reasonWords(reason), key).toBe('found')
    speakEnglish()
  }
  for (const reason of await Promise.all(given.map(messageOf))) expect(reasonWords(reason)).toBe(reason)
})
