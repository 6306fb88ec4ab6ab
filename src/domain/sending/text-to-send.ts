/** Which texts can arrive as they stand: those that a program can be handed as an argument and that say something. */
import { longestText } from '../../contract/longest-text.ts'

const nothingButBlanks = /^[\s\ufffc]*$/

/** What keeps this text from being sent, as a half sentence after its name; undefined when nothing does. */
export function faultOfText(text: string): string | undefined {
  if (text.length > longestText) return `has ${text.length} characters; at most ${longestText} are taken`
  if (nothingButBlanks.test(text)) return 'says nothing'
  const nul = text.indexOf('\0')
  if (nul >= 0) return `holds a NUL at place ${nul}`
  const half = halfCharacter(text)
  return half === undefined ? undefined : `holds half a character (a lone surrogate) at place ${half}`
}

/** The place of the first surrogate without its other half: UTF-8 cannot write it. */
function halfCharacter(text: string): number | undefined {
  if (text.isWellFormed()) return undefined
  return /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(text)?.index
}
