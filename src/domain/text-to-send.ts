/** Decides which texts can arrive unchanged: those that can be passed to a program as an argument and are not blank. */
import { longestText } from '../contract/limits.ts'

const nothingButBlanks = /^[\s\ufffc]*$/

/** Returns why the text cannot be sent, as a predicate to follow its name; undefined when it can. */
export function faultOfText(text: string): string | undefined {
  if (text.length > longestText) return `has ${text.length} characters; at most ${longestText} are taken`
  if (nothingButBlanks.test(text)) return 'says nothing'
  const nul = text.indexOf('\0')
  if (nul >= 0) return `holds a NUL at place ${nul}`
  const half = halfCharacter(text)
  return half === undefined ? undefined : `holds half a character (a lone surrogate) at place ${half}`
}

/** Returns the position of the first lone surrogate, which UTF-8 cannot encode. */
function halfCharacter(text: string): number | undefined {
  if (text.isWellFormed()) return undefined
  return /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(text)?.index
}
