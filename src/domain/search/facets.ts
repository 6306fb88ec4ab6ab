/** Declares the facets of a message in the index; each is one word that no text can contain. */

const facetNames = [
  'sent',
  'received',
  'group',
  'edited',
  'unsent',
  'reply',
  'attachment',
  'image',
  'video',
  'audio',
  'file',
  'location',
  'contact',
  'sticker',
  'link',
  'poll',
  'app',
] as const
export type FacetName = (typeof facetNames)[number]

/**
 * Numbers below this one are the facets above; from here on they are people and conversations, in the order of their
 * first message.
 */
export const firstParty = 64

/** Writes each digit as a private-use character; text words consist of letters and digits, so the two never collide. */
export function facetWord(number: number): string {
  const digit = String.fromCodePoint(privateUse + (number % digits))
  return number < digits ? digit : facetWord(Math.floor(number / digits)) + digit
}

const privateUse = 0xf0000
const digits = 0xfffe

export const wordOfFacet = (name: FacetName): string => facetWord(facetNames.indexOf(name))

interface FacetTest {
  facet: FacetName
  /** Whether the test is for messages that do not have the facet. */
  absent?: true
}

/** The values of `has:`. */
export const hasValues: Readonly<Record<string, FacetTest>> = {
  attachment: { facet: 'attachment' },
  image: { facet: 'image' },
  photo: { facet: 'image' },
  video: { facet: 'video' },
  audio: { facet: 'audio' },
  voice: { facet: 'audio' },
  file: { facet: 'file' },
  location: { facet: 'location' },
  contact: { facet: 'contact' },
  sticker: { facet: 'sticker' },
  link: { facet: 'link' },
  poll: { facet: 'poll' },
  app: { facet: 'app' },
}

/** The values of `is:`. */
export const isValues: Readonly<Record<string, FacetTest>> = {
  sent: { facet: 'sent' },
  received: { facet: 'received' },
  group: { facet: 'group' },
  direct: { facet: 'group', absent: true },
  edited: { facet: 'edited' },
  unsent: { facet: 'unsent' },
  reply: { facet: 'reply' },
}
