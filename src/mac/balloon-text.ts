/** Describes an app balloon where only text can be shown: by its own words, or by the name of the app. */
import { balloonOf, decodeAppBalloon } from '../apple/app-balloon.ts'
import { plainText } from '../apple/attributed-text.ts'
import type { Decoded } from '../apple/decoded.ts'
import { decodeDigitalTouch } from '../apple/digital-touch.ts'
import { decodePoll } from '../apple/poll.ts'

/** `balloon` and `payload` are named as in the query; `raw` is the text of the row's body. */
export function balloonText(found: Record<string, unknown>, raw: string | undefined): string | null {
  const balloon = balloonOf(found.balloon === null ? null : String(found.balloon))
  if (balloon === null) return null
  const payload = found.payload instanceof Uint8Array ? found.payload : undefined
  const said = payload && wordsOf(balloon.kind, payload)
  return said || plainText(raw ?? '') || balloon.name
}

function wordsOf(kind: string, payload: Uint8Array): string | null {
  if (kind === 'poll') return pollWords(payload)
  if (kind === 'digital-touch') return contentOf(decodeDigitalTouch(payload)) ?? null
  return contentOf(decodeAppBalloon(payload))?.text ?? null
}

const contentOf = <T>(decoded: Decoded<T>): T | undefined => (decoded.ok ? decoded.value : undefined)

/**
 * Returns the question and its options, each with its number of votes; `votes` holds the newest vote of each person.
 */
export function pollWords(payload: Uint8Array, votes: readonly Uint8Array[] = []): string | null {
  const poll = contentOf(decodePoll(payload))
  if (poll?.kind !== 'poll') return null
  const chosen = votes.flatMap(optionsChosen)
  const options = poll.options.map(({ id, text }) => {
    const count = chosen.filter((optionId) => optionId === id).length
    return count === 0 ? text : `${text} (${count})`
  })
  return `${poll.title || 'Poll'}: ${options.join(' · ')}`
}

function optionsChosen(payload: Uint8Array): string[] {
  const votes = contentOf(decodePoll(payload))
  return votes?.kind === 'votes' ? votes.votes.map(({ optionId }) => optionId) : []
}
