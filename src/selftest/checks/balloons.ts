/** Lists the balloons in chat.db that the service shows as those of an app that it does not know. */
import { Value } from '@sinclair/typebox/value'
import { balloonOf } from '../../apple/app-balloon.ts'
import { BundleId } from '../../contract/selftest.ts'
import { openChatDb } from '../../mac/chat-db.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import { asExpected, type Check, differs } from '../check.ts'
import { magnitude } from '../magnitude.ts'

const ofApple = /(^|:)com\.apple\.[^:]*$/

export const checkBalloons: Check = ({ home }) => {
  const chatDb = openChatDb(messagesPaths(home).database)
  try {
    const found = chatDb.db
      .prepare(
        "SELECT balloon_bundle_id AS value, count(*) AS n FROM message WHERE balloon_bundle_id <> '' GROUP BY 1 ORDER BY 1",
      )
      .all()
      .map(({ value, n }) => ({ value: String(value), about: magnitude(Number(n)) }))
      .filter(({ value }) => balloonOf(value)?.kind === 'app')
    const identified = found.filter(({ value }) => Value.Check(BundleId, value))
    const [apple, others] = [identified.filter(isApples), identified.filter((one) => !isApples(one))]
    const unreadable = found.length - identified.length
    const findings = {
      ...(unreadable > 0 && { balloons_unreadable: unreadable }),
      ...(apple.length > 0 && { balloons_unknown: apple }),
      ...(others.length > 0 && { balloons_of_apps: others }),
    }
    return apple.length === 0 ? asExpected(findings) : differs('values_unknown', findings)
  } finally {
    chatDb.close()
  }
}

const isApples = ({ value }: { value: string }): boolean => ofApple.test(value)
